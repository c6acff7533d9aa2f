// Writes a compressed copy of every text of the page, as the server sends it, and prints how much a first visit loads.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

const TEXTS = /\.(html|js|css|svg)$/;
/** The most that a first visit may load, and the most that all pages may be together, in bytes. */
const MOST_AT_FIRST = 45_000;
const MOST = 200_000;

export function compress(folder: string): Plugin {
  let first: Set<string>;
  return {
    name: "compress",
    apply: "build",
    writeBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter((one) => one.type === "chunk");
      const entry = scripts.find((script) => script.isEntry)!;
      first = new Set(["index.html", "mark.svg", ...loadedWith(entry, bundle)]);
    },
    closeBundle() {
      let total = 0;
      let atFirst = 0;
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        if (!TEXTS.test(entry)) continue;
        const path = join(folder, entry);
        const text = readFileSync(path);
        const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        writeFileSync(`${path}.br`, brotli);
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
        total += brotli.length;
        if (first.has(entry.replaceAll("\\", "/"))) atFirst += brotli.length;
      }
      console.log(`The page: ${kilobytes(atFirst)} compressed for a first visit, ${kilobytes(total)} all of it.`);
      if (atFirst > MOST_AT_FIRST) throw new Error(`A first visit loads more than ${kilobytes(MOST_AT_FIRST)}.`);
      if (total > MOST) throw new Error(`All pages together are more than ${kilobytes(MOST)}.`);
    },
  };
}

/** A script with all that it needs before it runs: other scripts, and their styles. */
function loadedWith(script: Rollup.OutputChunk, bundle: Rollup.OutputBundle, seen = new Set<string>()): Set<string> {
  if (seen.has(script.fileName)) return seen;
  seen.add(script.fileName);
  for (const style of script.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const name of script.imports) {
    const other = bundle[name];
    if (other?.type === "chunk") loadedWith(other, bundle, seen);
  }
  return seen;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
