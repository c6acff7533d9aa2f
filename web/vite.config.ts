import { svelte } from "@sveltejs/vite-plugin-svelte";
import globalData from "@csstools/postcss-global-data";
import customMedia from "postcss-custom-media";
import { defineConfig } from "vite";
import { compress } from "./compress.ts";

const page = "../src/croupier/arena/server/built";
// `npm run dev` shows the page with a running arena behind it: CROUPIER=http://localhost:8000
const arena = process.env.CROUPIER ?? "http://localhost:8000";

export default defineConfig({
  base: "./",
  plugins: [svelte(), compress(page)],
  css: { postcss: { plugins: [globalData({ files: ["src/breakpoints.css"] }), customMedia()] } },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // No file becomes part of a style sheet or a script as data, however small it is.
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { "/api": arena, "/ws": { target: arena, ws: true } } },
});
