// Passing a link on: with the device's own menu where there is one, else by the clipboard.

/** The result: the device's menu took the link, it was copied, or neither is possible here. */
export type Shared = "shared" | "copied" | "not";

export async function share(title: string, url: string): Promise<Shared> {
  if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared"; // the menu was closed
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "not"; // without https there is no clipboard
  }
}
