// A connection over /ws, for a seat or a spectator. It reconnects by itself when it breaks, and shows that; it shows
// Scenes one after the other, and knows no rules.

import { Chronicle, type Told } from "./chronicle";
import { bankLeft, hasDecided } from "../table/logic/clocks";
import { Connection, type Listener } from "./connection";
import { player } from "./player.svelte";
import { Session } from "./session";
import { Timeline } from "./timeline";
import { forgetToken, keepToken, tokenOf } from "./tokens";
import type { Choice, Clock, Heard, Here, Hint, Log, MatchEnd, React, Reaction, Scene, SceneShown, Sent } from "./wire";
import { clockTime } from "./words";

export type Phase =
  /** No answer has come yet. */
  | "connecting"
  | "open"
  /** The line is lost: the connection broke, or nothing comes any more. It tries again at `retryAt`. */
  | "away"
  /** Another tab has taken the seat: this one does not act again until the player clicks "Play here". */
  | "elsewhere"
  /** The server refused the connection; `refusal` says why. */
  | "refused"
  /** A match is over, and the next waits for the player: meanwhile there is no connection. */
  | "resting"
  | "closed";

/** Whose time runs, on the clock of this page (`performance.now()`). */
export interface Deadline {
  /** Null if several seats share one clock. */
  seat: number | null;
  /** When the time for the decision is up; 0 if it has no limit. */
  at: number;
  limit_ms: number;
  /** The time bank beyond the deadline. */
  bank_ms: number;
}

export interface Place {
  /** A join code; for a spectator, the id of a table. */
  code: string;
  team: string;
  role: "player" | "spectator" | "operator";
  /** The host's token, of an operator. */
  token?: string;
  /**
   * Whether an operator asks for the god view (every card of hands that are over), of which everybody at the table is
   * told.
   */
  god?: boolean;
  /** The house bot to play against. */
  against?: string;
  /** The id of the table, of several behind one code. */
  table?: string;
  /** How fast the moves of others follow each other. */
  pace?: () => "slow" | "usual" | "fast";
}

/** The details of an answer: an amount, and cards as indexes into `choice.takes`, null for an empty place. */
export interface Given {
  amount?: number;
  cards?: (number | null)[];
}

/** What the page tells about an interruption of the connection. */
export interface Return {
  /** How long it was, in seconds. */
  seconds: number;
  /** How many sentences were missed. */
  missed: number;
  /** How much of the player's time bank went meanwhile, in seconds. */
  bank: number;
  /** Whether the same question is still open. */
  stillYours: boolean;
}

/** How long it is shown, in milliseconds. */
const SAID_MS = 6_000;
/** How long the end of a match waits for the Scene that shows it, which may come after pauses; and how long when the end
 * of a hand is on screen: a match that is broken off has no such Scene. */
const LAST_SCENE_MS = 6_000;
const LAST_HAND_MS = 1_000;
/** Errors after `hello` for which a retry is useless. */
const FINAL = new Set([
  "TEAM_TAKEN",
  "TEAM_UNKNOWN",
  "TABLE_FULL",
  "NOT_THE_HOST",
  "NO_GOD_VIEW",
  "BAD_SCHEMA",
  "TOO_MANY_TRIES",
]);

/** Spectators of hold'em are told of players in the words of its own messages, where a name is a team's. */
const named = (player: Here & { team?: string }): Here => ({ ...player, name: player.name ?? player.team ?? "" });

export class Line implements Listener {
  phase = $state<Phase>("connecting");
  /** The Scene to draw now. */
  scene = $state.raw<Scene | null>(null);
  /** Whether it was reached by a jump: then nothing is animated. */
  jumped = $state(false);
  /** The number of the question in `scene`, which an answer repeats; null if there is no question. */
  actId = $state<number | null>(null);
  deadline = $state.raw<Deadline | null>(null);
  /** The question that was answered, until the server has sent the result. */
  sent = $state<number | null>(null);
  /** Why the last answer was refused; it is still the player's turn. */
  refusal = $state("");
  /** The error code of that refusal. */
  refusalCode = $state("");
  /** What happened, sentence by sentence, the newest last. */
  log = $state.raw<Told[]>([]);
  /** Whether more happens than a person can read: then the log is updated only at intervals. */
  rushed = $state(false);
  players = $state.raw<Here[]>([]);
  /** The last reaction of a player. */
  reaction = $state.raw<Reaction | null>(null);
  /** The event that this table is part of, where there are no reactions; "" if there is none. */
  event = $state("");
  /** Whether every player here may ask for hints. */
  hints = $state(false);
  /** Whether every player here may ask for the cards that would have come in a hand that ended early. */
  rabbit = $state(false);
  /** The hand in the Scene that is shown. */
  hand = $state("");
  /** The last hint that was given. */
  hint = $state.raw<Hint | null>(null);
  /** The player's hands at this table. */
  readonly session = new Session();
  seat = $state<number | null>(null);
  tableId = $state("");
  game = $state("");
  title = $state("");
  /** After how many more hands the host may see every card of a hand; 0: never. */
  godView = $state(0);
  /** How the last match ended, until the player dismisses it. */
  ended = $state.raw<{ match: MatchEnd; words: string } | null>(null);
  /** Whether this is the queue of the Battle, and whether the player waits in it. */
  inQueue = $state(false);
  waiting = $state(false);
  /** The notice of the server to everybody. */
  notice = $state("");
  /** When it tries again, on this page's clock. */
  retryAt = $state(0);
  /** Since when the line is lost, on this page's clock: clocks of the table stand still from then on. */
  lostAt = $state<number | null>(null);
  /** The interruption that is over and is still told about; else null. */
  back = $state.raw<Return | null>(null);
  /** Whether the answer that was sent last did not arrive: its question is open again. */
  undelivered = $state(false);
  /** Whether the next match waits for the player: true if only house bots would have to wait. */
  restsAfterMatch = false;
  /** When the question on screen appeared: keys act only on one that has been there for a moment. */
  shownAt = 0;

  #connection = new Connection(this);
  #timeline = new Timeline<(jumps: boolean) => void>((show, jumps) => show(jumps));
  #chronicle = new Chronicle((log, rushed) => Object.assign(this, { log, rushed }));
  /** The number of the last message that had one, and the match that we were told of last. */
  #last: number | null = null;
  #match = "";
  /** The match of the log. */
  #logged = "";
  /** The state when the line was lost: the question, the answer on its way, the own time bank, and when the last frame
   * had come. */
  #before: { actId: number | null; sent: number | null; bank: number; heard: number } | null = null;
  #heard = 0;
  #returned: { seconds: number; missed: number } | null = null;
  #saying: ReturnType<typeof setTimeout> | undefined;
  #end: MatchEnd | null = null;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly place: Place) {}

  open(): void {
    this.#connection.open();
  }

  hello(): Sent {
    const { code, team, role, token, god, against, table, pace } = this.place;
    return {
      type: "hello",
      v: 1,
      team,
      join_code: code,
      role,
      scenes: true,
      god: god ?? false,
      token: token ?? tokenOf(code, team),
      resume: this.#last,
      resume_table: this.tableId,
      resume_match: this.#match,
      dialect: "generic",
      against: against ?? "",
      table: table ?? "",
      pace: pace?.() ?? "usual",
      player: player.proof(team),
      buy_in: 0, // at a cash table the player chooses
    };
  }

  /** Leave for good. */
  close(): void {
    clearTimeout(this.#ending);
    clearTimeout(this.#saying);
    this.phase = "closed";
    this.#connection.close();
    this.#timeline.clear();
  }

  /** Take the seat back from another tab, or reconnect at once. */
  again(): void {
    if (this.phase !== "away") this.phase = "connecting";
    this.#connection.open();
  }

  /** Dismiss the end of the match, and continue with the next. */
  playOn(): void {
    this.ended = null;
    if (this.phase === "resting") this.again();
  }

  /** Whether an answer can be sent. */
  get canAct(): boolean {
    return this.phase === "open" && this.actId !== null && this.sent !== this.actId;
  }

  /** Answer the question on screen, or take an aside. Nothing on the table changes until the server confirms it. */
  answer(choice: Choice, given: Given = {}): void {
    if (this.phase !== "open" || this.actId === null) return;
    if (!choice.aside && this.sent === this.actId) return;
    this.refusal = "";
    this.undelivered = false;
    this.back = null;
    if (!choice.aside) this.sent = this.actId;
    const answer = { v: 1, action: choice.name, act_id: this.actId } as const;
    const details = { amount: given.amount ?? null, picks: given.cards ?? null };
    this.#connection.send({ type: choice.aside ? "aside" : "action", ...answer, ...details }, true);
  }

  /** Send a reaction to everybody at the table. */
  react(what: React["what"]): void {
    this.#connection.send({ type: "react", v: 1, what });
  }

  /** Ask for a hint on the open question. */
  askHint(about: "rule" | "advice"): void {
    this.#connection.send({ type: "hint", v: 1, about });
  }

  /** Ask for the cards that would have come in the hand that is over. */
  askRabbit(): void {
    this.#connection.send({ type: "rabbit", v: 1, hand_id: this.hand });
  }

  /** Enter or leave the queue of the Battle. */
  queue(join: boolean): void {
    this.waiting = join;
    this.refusal = this.refusalCode = "";
    if (join) {
      this.scene = this.ended = null;
      this.#chronicle.clear();
    }
    this.#connection.send({ type: join ? "queue_join" : "queue_leave", v: 1 });
  }

  hear(frame: Heard): void {
    this.#heard = performance.now();
    if (frame.n !== undefined) this.#last = frame.n;
    if ("match_id" in frame && frame.match_id) this.#match = frame.match_id;
    switch (frame.type) {
      case "welcome":
        if (frame.token) keepToken(this.place.code, this.place.team, frame.token);
        this.#connection.welcomed();
        this.#comeBack();
        this.refusal = this.refusalCode = this.notice = "";
        this.sent = null;
        if (frame.table_id !== this.tableId) [this.#last, this.#match] = [null, ""];
        Object.assign(this, {
          seat: frame.seat,
          tableId: frame.table_id,
          game: frame.game,
          title: frame.title,
          godView: frame.god_view,
          event: frame.event ?? "",
          hints: Boolean(frame.hints),
          rabbit: Boolean(frame.rabbit),
        });
        this.session.at(frame.table_id);
        this.#sitOrWait();
        break;
      case "lobby":
        this.#see(frame.players.map(named));
        break;
      case "log":
        this.#recall(frame);
        break;
      case "scene":
        this.#timeline.add((jumps) => this.#show(frame, jumps));
        break;
      case "clock":
        this.#timeline.add(() => this.#time(frame), true);
        break;
      case "match_end":
        this.#end = frame;
        this.session.end(frame.match_id);
        if (this.scene?.over) this.#over();
        else this.#ending = setTimeout(() => this.#over(), this.scene?.result ? LAST_HAND_MS : LAST_SCENE_MS);
        break;
      case "reaction":
        this.reaction = frame;
        break;
      case "hint":
        this.hint = frame;
        break;
      case "notice":
        if (frame.code !== "RABBIT") this.notice = frame.msg; // a Scene shows it
        break;
      case "error":
        this.#refused(frame.code, frame.msg, frame.retry_after_ms);
        break;
    }
  }

  /** Whether this is a player of an event who has no seat yet, or none any more: the event seats players itself. */
  get isBetweenSeats(): boolean {
    return this.event !== "" && this.seat === null && this.place.role === "player";
  }

  /** A player who is admitted without a seat, and not to an event, is in a queue, and wants to wait in it. */
  #sitOrWait(): void {
    const queues = this.place.role === "player" && this.seat === null && !this.isBetweenSeats;
    if (queues) this.inQueue = true;
    if (queues) this.queue(true);
    else this.waiting = false;
  }

  /** Update who sits here. A player who takes over a seat in the middle of a match gets a sentence in the log. */
  #see(players: Here[]): void {
    const before = new Map(this.players.map((player) => [player.seat, player]));
    const phase = this.scene && !this.scene.over ? (this.scene.phase ?? "") : null;
    this.players = players;
    for (const { seat, id, name } of players) {
      const gone = before.get(seat);
      if (phase === null || !gone || gone.id === id) continue;
      this.#chronicle.add(phase, `${name} sits down in place of ${gone.name}.`);
    }
  }

  /** The house tells what happened before this connection. */
  #recall(log: Log): void {
    if (log.match_id !== this.#logged) this.#chronicle.clear();
    this.#logged = log.match_id;
    const missed = this.#chronicle.recall(log.sentences);
    if (this.#returned) this.#returned.missed = missed;
  }

  #show(frame: SceneShown, jumps: boolean): void {
    const { scene, told, act_id: actId = null } = frame;
    const match = frame.hand_id.replace(/-H\d+$/, "");
    if (match !== this.#logged) this.#chronicle.clear();
    this.#logged = match;
    this.session.see(frame.hand_id, scene);
    const [phase, sentence] = [scene.phase ?? "", scene.sentence ?? ""];
    const skipped = jumps && !scene.question; // a player who has to decide is shown everything before
    if (told !== undefined) this.#chronicle.hear(told, phase, sentence, skipped);
    else if (sentence && sentence !== this.scene?.sentence) this.#chronicle.add(phase, sentence, skipped);
    if (actId !== this.actId || !this.scene?.question) this.shownAt = performance.now();
    if (actId !== this.actId && this.phase !== "refused") this.refusal = this.refusalCode = "";
    if (this.deadline && hasDecided(this.deadline.seat, this.scene, scene)) this.deadline = null;
    this.scene = scene;
    this.hand = frame.hand_id;
    this.jumped = jumps;
    this.actId = scene.question ? actId : null;
    this.sent = null;
    this.#sayReturned();
    if (scene.over) {
      this.deadline = null;
      this.#over();
    }
  }

  /** A match is over: announced when its last Scene has been shown, or after a while if there is none. */
  #over(): void {
    clearTimeout(this.#ending);
    if (!this.#end) return;
    this.ended = { match: this.#end, words: this.scene?.over || this.scene?.result?.out || "" };
    this.#end = null;
    if (this.restsAfterMatch) this.#rest();
  }

  /** Let the next match wait: a table against the house pauses while no client is connected. */
  #rest(): void {
    if (this.phase !== "open") return;
    this.phase = "resting";
    this.#timeline.clear();
    this.#connection.close();
  }

  #time(clock: Clock): void {
    const at = clock.limit_ms ? performance.now() + clock.left_ms : 0;
    this.deadline = { seat: clock.seat, at, limit_ms: clock.limit_ms, bank_ms: clock.bank_ms };
  }

  #refused(code: string, msg: string, wait?: number): void {
    if (code === "TOO_MANY_REACTIONS") return; // it was not shown, and that is all
    this.refusal = msg;
    this.refusalCode = code;
    if (this.phase === "open") {
      this.sent = null;
      this.waiting = false;
      return;
    }
    if (code === "TEAM_TAKEN" || code === "TEAM_UNKNOWN") forgetToken(this.place.code, this.place.team);
    if (FINAL.has(code)) {
      this.phase = "refused";
      this.#connection.close();
    } else if (wait !== undefined) this.retryAt = this.#connection.comeBackIn(wait);
  }

  replaced(): void {
    this.phase = "elsewhere";
    this.lostAt = null;
  }

  over(reason: string): void {
    this.phase = "refused";
    this.refusal = reason;
    this.refusalCode = "OVER";
    this.lostAt = null;
    this.deadline = null;
  }

  lost(retryAt: number): void {
    this.retryAt = retryAt;
    if (this.phase !== "connecting" || this.scene) this.phase = "away";
    if (this.lostAt !== null || !this.scene) return;
    this.lostAt = performance.now();
    this.#before = { actId: this.actId, sent: this.sent, bank: this.#ownBank(), heard: this.#heard };
    this.back = null;
    this.refusal = this.refusalCode = this.notice = "";
    this.#chronicle.note(`line lost, ${clockTime(new Date())}`);
  }

  found(): void {
    this.#comeBack();
    this.#sayReturned();
  }

  /** The connection is open, perhaps again: keys act a moment later. */
  #comeBack(): void {
    this.phase = "open";
    this.shownAt = performance.now();
    if (this.lostAt === null) return;
    const away = performance.now() - (this.#before?.heard ?? this.lostAt);
    this.#returned = { seconds: Math.max(1, Math.round(away / 1000)), missed: 0 };
    this.lostAt = null;
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => (this.back = this.#returned = this.#before = null), SAID_MS);
  }

  /** The first Scene after the interruption is shown: tell what happened meanwhile. */
  #sayReturned(): void {
    const [returned, before] = [this.#returned, this.#before];
    if (!returned || !before) return;
    this.#returned = this.#before = null;
    this.#chronicle.note(`back, ${clockTime(new Date())}`);
    const same = before.actId !== null && before.actId === this.actId;
    this.undelivered = same && before.sent === before.actId && this.sent === null;
    const bank = same ? Math.max(0, Math.round((before.bank - this.#ownBank()) / 1000)) : 0;
    this.back = { ...returned, bank, stillYours: same };
  }

  /** The rest of the player's time bank, if its clock runs. */
  #ownBank(): number {
    return this.deadline?.seat === this.seat ? bankLeft(this.deadline, performance.now()) : 0;
  }
}
