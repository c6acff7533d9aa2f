// The current route: the part of the address after "#". "#/table/HOLDEM?as=Mara" is ["table", "HOLDEM"] with as =
// "Mara". Links and the back button work as usual.

function read(): { parts: string[]; query: URLSearchParams } {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

class Route {
  #now = $state.raw(read());

  constructor() {
    addEventListener("hashchange", () => (this.#now = read()));
  }

  /** The page: "" for the lobby. */
  get page(): string {
    return this.#now.parts[0] ?? "";
  }

  /** The rest of the path. */
  get rest(): string[] {
    return this.#now.parts.slice(1);
  }

  get query(): URLSearchParams {
    return this.#now.query;
  }
}

export const route = new Route();

/** The address of a page. */
export function to(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export function go(...parts: string[]): void {
  location.hash = to(...parts);
}
