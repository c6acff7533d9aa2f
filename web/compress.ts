// Writes every text of the page compressed beside itself, as the server sends it, and says how much a first visit loads.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(html|js|css|svg)$/;
/** The most that a first visit may load, in bytes. */
const MOST = 200_000;

export function compress(folder: string): Plugin {
  return {
    name: "compress",
    apply: "build",
    closeBundle() {
      let total = 0;
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        if (!TEXTS.test(entry)) continue;
        const path = join(folder, entry);
        const text = readFileSync(path);
        const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        writeFileSync(`${path}.br`, brotli);
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
        total += brotli.length;
      }
      console.log(`The page: ${(total / 1000).toFixed(1)} KB compressed, all of it.`);
      if (total > MOST) throw new Error(`That is more than ${MOST / 1000} KB.`);
    },
  };
}
