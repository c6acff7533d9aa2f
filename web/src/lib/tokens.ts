// The secrets with which a seat is taken back, kept in this browser by code and name.

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

/** All that were kept, the newest first: to look back at a match, when nobody knows by which code one sat there. */
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

// Private tables that were opened in this browser, by their codes: who opened one may begin there.

const OPENED = "croupier.opened";
/** So many are kept; a table that everybody has left is gone soon. */
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
