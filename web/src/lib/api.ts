// The JSON API. A refused request throws a Problem whose message can be shown as it is.

import type {
  NewEvent,
  NewEventOrder,
  NewTable,
  NewTournamentWish,
  Rating,
  TableOrder,
  TakenStep,
  Tokens,
  Wish,
  WishedName,
  WishedTable,
} from "./http";

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Asked {
  /** The JSON body; with it the request is a POST. */
  body?:
    | NewTable
    | TableOrder
    | NewEvent
    | NewEventOrder
    | NewTournamentWish
    | Wish
    | Rating
    | Tokens
    | TakenStep
    | WishedName
    | WishedTable;
  /** The body as plain text; with it the request is a POST. */
  text?: string;
  /** The token of the host or of a seat, if the request needs one. */
  token?: string;
  signal?: AbortSignal;
}

/** Request a path such as "lobby" or "tables/table/standings"; returns the decoded JSON. */
export async function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  const answer = await fetched(path, asked);
  return (await answer.json()) as T;
}

/** Request a path; returns the answer as plain text. */
export async function askText(path: string, asked: Asked = {}): Promise<string> {
  return (await fetched(path, asked)).text();
}

/** Request a path; returns the answer as a file. */
export async function askFile(path: string, asked: Asked = {}): Promise<Blob> {
  return (await fetched(path, asked)).blob();
}

async function fetched(path: string, { body, text, token, signal }: Asked): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers["authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const sent = text ?? (body === undefined ? null : JSON.stringify(body));
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, {
      method: sent === null ? "GET" : "POST",
      headers,
      body: sent,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem("AWAY", "The house does not answer.", 0);
  }
  if (answer.ok) return answer;
  const why = (await answer.json().catch(() => ({}))) as { code?: string; msg?: string };
  throw new Problem(why.code ?? "BROKEN", why.msg ?? `The house answered ${answer.status}.`, answer.status);
}
