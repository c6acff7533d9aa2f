// A seat at a table over /ws, or a place to look on from. It comes back by itself when the line breaks, and says so; it
// shows Scenes one after the other, and knows no rule.

import { Chronicle, type Told } from "./chronicle";
import { Timeline } from "./timeline";
import { forgetToken, keepToken, tokenOf } from "./tokens";
import type { Choice, Clock, Heard, Here, MatchEnd, Scene, Sent } from "./wire";

export type Phase =
  /** It has never been answered. */
  | "connecting"
  | "open"
  /** The line broke; it tries again at `retryAt`. */
  | "away"
  /** Another tab has taken the seat: this one never acts again, unless somebody says "Play here". */
  | "elsewhere"
  /** The house does not let us in; `refusal` says why. */
  | "refused"
  /** A match is over, and the next waits until whoever plays says so: meanwhile there is no line. */
  | "resting"
  | "closed";

/** Whose time runs, on the clock of this page (`performance.now()`). */
export interface Deadline {
  /** Null where several have one clock. */
  seat: number | null;
  /** When the time for the decision is up; 0 if it has no limit. */
  at: number;
  limit_ms: number;
  /** What may be taken beyond that. */
  bank_ms: number;
}

export interface Place {
  /** A join code, or for who looks on the id of a table. */
  code: string;
  team: string;
  role: "player" | "spectator" | "operator";
  /** The host's token, of an operator. */
  token?: string;
  /** Whether an operator wants every card, of hands that are over: the god view, of which all at the table are told. */
  god?: boolean;
  /** The bot of the house that one wants to play. */
  against?: string;
}

/** What a choice is made with: an amount, and cards by their numbers among `choice.takes`, null for an empty place. */
export interface Given {
  amount?: number;
  cards?: (number | null)[];
}

const REPLACED = 4001;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** How long the end of a match waits for the Scene that shows it, which may come after pauses. */
const LAST_SCENE_MS = 6_000;
/** What is laid for now is worth a sentence only until something else is laid, or it is confirmed. */
const DRAFT = /^You draft /;
/** What `hello` may be answered that will not change by asking again. */
const FINAL = new Set([
  "TEAM_TAKEN",
  "TEAM_UNKNOWN",
  "TABLE_FULL",
  "NOT_THE_HOST",
  "NO_GOD_VIEW",
  "BAD_SCHEMA",
  "TOO_MANY_TRIES",
]);

export class Line {
  phase = $state<Phase>("connecting");
  /** The table as it is to be drawn now. */
  scene = $state.raw<Scene | null>(null);
  /** Whether it got there by a jump: then nothing is seen to move. */
  jumped = $state(false);
  /** The number of the question in `scene`, which an answer repeats; null where nothing is asked. */
  actId = $state<number | null>(null);
  deadline = $state.raw<Deadline | null>(null);
  /** The question that was answered, until the house has shown what came of it. */
  sent = $state<number | null>(null);
  /** Why the last thing that was said was of no use; it is still one's turn. */
  refusal = $state("");
  /** The code of that. */
  refusalCode = $state("");
  /** What happened, sentence by sentence, the newest last. */
  log = $state.raw<Told[]>([]);
  /** Whether more happens than anybody could read or be read out: then the log is told once in a while. */
  rushed = $state(false);
  players = $state.raw<Here[]>([]);
  seat = $state<number | null>(null);
  tableId = $state("");
  game = $state("");
  title = $state("");
  /** After how many more hands the host may see every card of a hand; 0: never. */
  godView = $state(0);
  /** How the last match ended, until somebody puts it away. */
  ended = $state.raw<{ match: MatchEnd; words: string } | null>(null);
  /** Whether this is the queue of the Battle, and whether one waits in it. */
  inQueue = $state(false);
  waiting = $state(false);
  /** What everybody is to know. */
  notice = $state("");
  /** When it tries again, on this page's clock. */
  retryAt = $state(0);
  /** How much happened while the line was broken; null when that is no longer news. */
  missed = $state<number | null>(null);
  /** Whether the next match is to wait until somebody says so: nobody but the house would have to wait. */
  restsAfterMatch = false;
  /** When the question on screen appeared: keys act only on one that has been there for a moment. */
  shownAt = 0;

  #socket: WebSocket | null = null;
  #timeline = new Timeline<(jumps: boolean) => void>((show, jumps) => show(jumps));
  #chronicle = new Chronicle((log, rushed) => Object.assign(this, { log, rushed }));
  /** The number of the last message that had one, and the match that we were told of last. */
  #last: number | null = null;
  #match = "";
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #counting: number | null = null;
  #end: MatchEnd | null = null;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly place: Place) {}

  open(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(new URL("ws", location.href.replace(/[#?].*$/, "").replace(/^http/, "ws")));
    this.#socket = socket;
    socket.onopen = () => {
      const { code, team, role, token, god, against } = this.place;
      this.#tell({
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
      });
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as Heard);
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  /** Leave for good. */
  close(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#ending);
    this.phase = "closed";
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#timeline.clear();
  }

  /** Take the seat back from another tab, or try at once to come back. */
  again(): void {
    this.phase = "connecting";
    this.#wait = FIRST_WAIT;
    this.open();
  }

  /** Put the end of the match away, and go on with the next. */
  playOn(): void {
    this.ended = null;
    if (this.phase === "resting") this.again();
  }

  /** Whether an answer would be heard. */
  get canAct(): boolean {
    return this.phase === "open" && this.actId !== null && this.sent !== this.actId;
  }

  /** Answer the question on screen, or do something besides. Nothing on the table moves until the house says so. */
  answer(choice: Choice, given: Given = {}): void {
    if (this.phase !== "open" || this.actId === null) return;
    if (!choice.aside && this.sent === this.actId) return;
    this.refusal = "";
    if (!choice.aside) this.sent = this.actId;
    this.#tell({
      type: choice.aside ? "aside" : "action",
      v: 1,
      action: choice.name,
      amount: given.amount ?? null,
      picks: given.cards ?? null,
      act_id: this.actId,
    });
  }

  /** Wait in the queue of the Battle, or no longer. */
  queue(join: boolean): void {
    this.waiting = join;
    this.refusal = this.refusalCode = "";
    if (join) {
      this.scene = this.ended = null;
      this.#chronicle.clear();
    }
    this.#tell({ type: join ? "queue_join" : "queue_leave", v: 1 });
  }

  #tell(frame: Sent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #hear(frame: Heard): void {
    if (frame.n !== undefined) this.#last = frame.n;
    if ("match_id" in frame && frame.match_id) this.#match = frame.match_id;
    switch (frame.type) {
      case "welcome":
        if (frame.token) keepToken(this.place.code, this.place.team, frame.token);
        this.phase = "open";
        this.#wait = FIRST_WAIT;
        this.refusal = this.refusalCode = "";
        this.sent = null;
        if (frame.table_id !== this.tableId) [this.#last, this.#match] = [null, ""];
        Object.assign(this, {
          seat: frame.seat,
          tableId: frame.table_id,
          game: frame.game,
          title: frame.title,
          godView: frame.god_view,
        });
        this.#sitOrWait();
        break;
      case "lobby":
        this.#see(frame.players);
        this.#welcomeBack();
        break;
      case "event":
        if (this.#counting !== null) this.#counting += 1;
        break;
      case "scene":
        this.#timeline.add((jumps) => this.#show(frame.scene, frame.act_id ?? null, jumps));
        break;
      case "clock":
        this.#timeline.add(() => this.#time(frame), true);
        break;
      case "match_end":
        this.#end = frame;
        if (this.scene?.over) this.#over();
        else this.#ending = setTimeout(() => this.#over(), LAST_SCENE_MS);
        break;
      case "notice":
        this.notice = frame.msg;
        break;
      case "error":
        this.#refused(frame.code, frame.msg, frame.retry_after_ms);
        break;
    }
  }

  /** Who is let in and has no seat stands in a queue, and came to wait. */
  #sitOrWait(): void {
    const queues = this.place.role === "player" && this.seat === null;
    if (queues) this.inQueue = true;
    if (queues) this.queue(true);
    else this.waiting = false;
  }

  /** Who sits here now. Who sits down in another's place, in the middle of a match, is worth a sentence. */
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

  #show(scene: Scene, actId: number | null, jumps: boolean): void {
    const sentence = scene.sentence ?? "";
    if (this.scene?.over && !scene.over) this.#chronicle.clear();
    if (sentence && sentence !== this.scene?.sentence) {
      if (DRAFT.test(this.#chronicle.last) && sentence.startsWith("You ")) this.#chronicle.withdraw();
      this.#chronicle.add(scene.phase ?? "", sentence, jumps && !scene.question); // who is asked is told all before
    }
    if (actId !== this.actId || !this.scene?.question) this.shownAt = performance.now();
    if (actId !== this.actId) this.refusal = this.refusalCode = "";
    this.scene = scene;
    this.jumped = jumps;
    this.actId = scene.question ? actId : null;
    this.sent = null;
    if (scene.over) {
      this.deadline = null;
      this.#over();
    }
  }

  /** A match is over: said when it has been shown, or after a while if there is nothing to show. */
  #over(): void {
    clearTimeout(this.#ending);
    if (!this.#end) return;
    this.ended = { match: this.#end, words: this.scene?.over ?? "" };
    this.#end = null;
    if (this.restsAfterMatch) this.#rest();
  }

  /** Let the next match wait: a table against the house rests while nobody is at it. */
  #rest(): void {
    if (this.phase !== "open") return;
    this.phase = "resting";
    this.#timeline.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #time(clock: Clock): void {
    const at = clock.limit_ms ? performance.now() + clock.left_ms : 0;
    this.deadline = { seat: clock.seat, at, limit_ms: clock.limit_ms, bank_ms: clock.bank_ms };
  }

  #refused(code: string, msg: string, wait?: number): void {
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
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
    } else if (wait !== undefined) {
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      this.#comeBack(wait);
    }
  }

  #lost(code: number): void {
    if (this.phase === "closed" || this.phase === "refused") return;
    if (code === REPLACED) {
      this.phase = "elsewhere";
      return;
    }
    if (this.phase === "open") this.#counting = 0;
    this.phase = this.phase === "connecting" && this.scene === null ? "connecting" : "away";
    this.#comeBack(this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #comeBack(wait: number): void {
    this.retryAt = performance.now() + wait;
    this.#retry = setTimeout(() => this.open(), wait);
  }

  #welcomeBack(): void {
    if (this.#counting === null) return;
    this.missed = this.#counting;
    this.#counting = null;
    setTimeout(() => (this.missed = null), 2_000);
  }
}
