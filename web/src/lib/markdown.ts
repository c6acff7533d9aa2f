// Parses the subset of Markdown that rule books use into blocks. No text is ever inserted into the page as HTML.

export type Span = { kind: "text" | "strong" | "em" | "code"; text: string };
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph" | "quote"; spans: Span[] }
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

/** A chapter: its heading and its blocks. */
export interface Chapter {
  level: number;
  title: string;
  blocks: Block[];
}

const INLINE = /(\*\*|__)(.+?)\1|([*_])(.+?)\3|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/;

/** A line as pieces of text. */
export function spans(text: string): Span[] {
  const found = INLINE.exec(text);
  if (!found) return text ? [{ kind: "text", text }] : [];
  const [whole, , strong, , em, code, link] = found;
  const inner: Span =
    strong !== undefined
      ? { kind: "strong", text: strong }
      : em !== undefined
        ? { kind: "em", text: em }
        : code !== undefined
          ? { kind: "code", text: code }
          : { kind: "text", text: link ?? "" };
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + whole.length);
  return [...(before ? [{ kind: "text" as const, text: before }] : []), inner, ...spans(after)];
}

/** A text as blocks. */
export function blocks(text: string): Block[] {
  const made: Block[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    const starts = (pattern: RegExp): string[] => {
      const taken: string[] = [];
      while (at < lines.length && pattern.test(lines[at]!)) taken.push(lines[at++]!);
      return taken;
    };
    if (!line.trim()) at += 1;
    else if (heading) {
      made.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
      at += 1;
    } else if (line.startsWith("```")) {
      at += 1;
      const inside = starts(/^(?!```)/);
      at += 1;
      made.push({ kind: "code", text: inside.join("\n") });
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = starts(/^\|/).map(cells);
      made.push({ kind: "table", head: head ?? [], rows });
    } else if (/^\s*([-*+]|\d+\.)\s/.test(line)) {
      made.push({ kind: "list", ordered: /^\s*\d/.test(line), items: items(starts(/^(\s*([-*+]|\d+\.)\s|\s{2,}\S)/)) });
    } else if (line.startsWith(">")) {
      made.push({
        kind: "quote",
        spans: spans(
          starts(/^>/)
            .map((one) => one.replace(/^>\s?/, ""))
            .join(" "),
        ),
      });
    } else {
      made.push({ kind: "paragraph", spans: spans(starts(/^(?!\s*$|#|\||```|>|\s*([-*+]|\d+\.)\s)/).join(" ")) });
    }
  }
  return made;
}

/** A book as chapters, each with its heading. */
export function chapters(text: string): Chapter[] {
  const made: Chapter[] = [];
  for (const block of blocks(text)) {
    if (block.kind === "heading") made.push({ level: block.level, title: block.text, blocks: [] });
    else if (made.length) made.at(-1)!.blocks.push(block);
    else made.push({ level: 1, title: "", blocks: [block] });
  }
  return made;
}

function cells(row: string): Span[][] {
  return row
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => spans(cell.trim()));
}

function items(lines: string[]): Span[][] {
  const texts: string[] = [];
  for (const line of lines) {
    const marker = /^\s*([-*+]|\d+\.)\s+/.exec(line);
    if (marker || !texts.length) texts.push(line.slice(marker?.[0].length ?? 0).trim());
    else texts.push(`${texts.pop()} ${line.trim()}`);
  }
  return texts.map(spans);
}
