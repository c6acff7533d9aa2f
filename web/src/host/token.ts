// The host's token, kept for this tab alone: who closes it is no longer the host.

const KEY = "croupier.host";

export function hostToken(): string {
  return sessionStorage.getItem(KEY) ?? "";
}

export function keepHostToken(token: string): void {
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
}
