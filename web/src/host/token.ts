// The host's token, kept in this tab only, until it is closed.

const KEY = "croupier.host";

export function hostToken(): string {
  return sessionStorage.getItem(KEY) ?? "";
}

export function keepHostToken(token: string): void {
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
}
