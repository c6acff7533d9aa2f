// A link that contains a whole hand history, so that the server stores nothing.

const BEGINS = "file.";
/** Longer addresses may be cut off on their way. */
const LONGEST = 6_000;

/** A file as a part of an address; "" if it is too long for one. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  const name =
    BEGINS +
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  return name.length > LONGEST ? "" : name;
}

export function isPacked(name: string): boolean {
  return name.startsWith(BEGINS);
}

/** The file that an address carries; it fails if the address was cut off. */
export async function unpacked(name: string): Promise<string> {
  const text = atob(name.slice(BEGINS.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream("deflate-raw")));
}

async function through(blob: Blob, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer());
}
