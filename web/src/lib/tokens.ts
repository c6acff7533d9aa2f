// The tokens that prove seats, kept in this browser by code and name.

const KEY = "croupier.tokens";

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function under(code: string, team: string): string {
  return `${code}/${team.toLowerCase()}`;
}

export function tokenOf(code: string, team: string): string {
  return kept()[under(code, team)] ?? "";
}

/** A kept token, with the code and the name that it belongs to. */
export interface KeptToken {
  code: string;
  /** In small letters. */
  team: string;
  token: string;
}

/** The newest kept tokens, with their codes and names. */
export function keptTokens(most: number): KeptToken[] {
  const all = Object.entries(kept()).reverse().slice(0, most);
  return all.map(([under, token]) => {
    const at = under.indexOf("/");
    return { code: under.slice(0, at), team: under.slice(at + 1), token };
  });
}

/** All kept tokens, the newest first: for the replay of a match whose join code is not known. */
export function allTokens(): string[] {
  return [...new Set(Object.values(kept()).reverse())];
}

export function keepToken(code: string, team: string, token: string): void {
  localStorage.setItem(KEY, JSON.stringify({ ...kept(), [under(code, team)]: token }));
}

export function forgetToken(code: string, team: string): void {
  const others = kept();
  delete others[under(code, team)];
  localStorage.setItem(KEY, JSON.stringify(others));
}

// The tokens of private tables that were opened in this browser, by their codes: their opener may begin the match.

const OPENED = "croupier.opened";
/** How many are kept; a table that everybody has left is closed soon. */
const MOST_OPENED = 20;

export interface Opened {
  id: string;
  code: string;
  token: string;
}

function allOpened(): Opened[] {
  try {
    return JSON.parse(localStorage.getItem(OPENED) ?? "[]") as Opened[];
  } catch {
    return [];
  }
}

export function openedBy(code: string): Opened | null {
  return allOpened().find((one) => one.code === code) ?? null;
}

export function keepOpened({ id, code, token }: Opened): void {
  localStorage.setItem(OPENED, JSON.stringify([...allOpened().slice(1 - MOST_OPENED), { id, code, token }]));
}
