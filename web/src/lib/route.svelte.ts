// The current route: the part of the address after "#". "#/table/HOLDEM?as=Mara" is ["table", "HOLDEM"] with as =
// "Mara". Links and the back button work as usual.

/** A part of an address as it is meant, or as it is where that is not well written. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): { parts: string[]; query: URLSearchParams } {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

class Route {
  #now = $state.raw(read());
  #sure = false;
  /** Whether the page may be left, if a link or the back button leads to another. A page on which that is costly says no
   * at first. */
  mayLeave: () => boolean = () => true;

  constructor() {
    addEventListener("hashchange", (event) => {
      const sure = this.#sure || this.mayLeave();
      this.#sure = false;
      if (sure) this.#now = read();
      else history.pushState(null, "", event.oldURL);
    });
  }

  /** Go to a page, whatever the present one says. */
  go(address: string): void {
    this.#sure = address !== location.hash;
    location.hash = address;
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
  route.go(to(...parts));
}
