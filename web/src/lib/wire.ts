// Written by scripts/golden from the structures of kernel/showing: change those.

/** The first message of a client: who it is, and which table it wants to sit at or to watch. */
export interface Hello {
  type: "hello";
  v: 1;
  team: string;
  join_code: string;
  role?: "player" | "spectator" | "operator";
  /** Whether it wants `scene` messages. */
  scenes?: boolean;
  /** Whether an operator wants the god view: Scenes with every card face up, late, and nothing else. */
  god?: boolean;
  /** The secret of `welcome`, from somebody who comes back. */
  token?: string;
  /** The number `n` of the last message that it got, from a client that comes back; 0 if it does not know. */
  resume?: number | null;
  /** With `resume`: the `table_id` of the `welcome` before that message. */
  resume_table?: string;
  /** With `resume`: the last `match_id` that it was told at that table, if any. If another match is played now, the client gets a `snapshot` of that one. */
  resume_match?: string;
  /** What a player wants to hear: the game's own messages, those that every game can speak, or records. */
  dialect?: "game" | "generic" | "contract" | "words";
  /** Where somebody sits down against the house: the bot of the house to play against, if not the usual one. */
  against?: string;
  /** Which table, of several behind one code, by its id; "new" for one more. Without it, where the team sits. */
  table?: string;
}

/** The answer to an `act`: the name of a legal option, with its amount or its cards. */
export interface Action {
  type: "action";
  v: 1;
  action: string;
  amount?: number | null;
  /** The hand that it is for; any other than the one that is played is too late. */
  hand_id?: string;
  /** The number of the `act` that it answers; without one, the last. */
  act_id?: number | null;
  cards?: (string | null)[] | null;
  /** Instead of `cards`: numbers among those that the option takes, from 0, as a Scene's `takes` has them. */
  picks?: (number | null)[] | null;
}

/** Something that may be done besides, whoever is to act: one of the `asides`. It answers no `act`. */
export interface Aside {
  type: "aside";
  v: 1;
  action: string;
  amount?: number | null;
  /** The hand that it is for; any other than the one that is played is too late. */
  hand_id?: string;
  /** The number of the `act` that it answers; without one, the last. */
  act_id?: number | null;
  cards?: (string | null)[] | null;
  /** Instead of `cards`: numbers among those that the option takes, from 0, as a Scene's `takes` has them. */
  picks?: (number | null)[] | null;
}

/** To be matched with whoever waits, or comes next. */
export interface QueueJoin {
  type: "queue_join";
  v: 1;
}

/** Not to wait any longer. */
export interface QueueLeave {
  type: "queue_leave";
  v: 1;
}

/** How the table plays. */
export interface Settings {
  move_time_ms: number;
}

/** The answer to `hello`. `seat` is null for somebody who only watches. */
export interface Welcome {
  type: "welcome";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  table_id: string;
  seat: number | null;
  game: string;
  title: string;
  config: Settings;
  /** The secret with which the seat is taken back, at a table without a roster. */
  token?: string;
  /** After how many more hands the host may see every card of a hand, mucked ones too; 0: never. */
  god_view: number;
  /** The event that this is part of: stay connected, and the next table welcomes you. A seat of null waits for one. */
  event?: string;
}

/** A player in the lobby. */
export interface Here {
  seat: number;
  id: string;
  name: string;
  connected: boolean;
}

/** Who sits at the table, sent whenever somebody comes or goes. */
export interface Lobby {
  type: "lobby";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  table_id: string;
  players: Here[];
  /** The hash of the secret from which the first hand will be shuffled. */
  next_commitment?: string;
}

/** Who sits in a seat. The id is the same wherever a player sits. */
export interface Player {
  seat: number;
  id: string;
  name: string;
}

/** Cards that lie together: by name where they lie side by side, else only how many, if any. */
export interface Pile {
  zone: string;
  count: number;
  cards?: string[];
}

/** A hand begins, as the recipient sees it: `view` has the fields of the game's view but its cards, which are in `zones`. */
export interface StartHand {
  type: "start_hand";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  hand_id: string;
  seat: number | null;
  players: Player[];
  view: Record<string, unknown>;
  zones: Pile[];
  /** The leading 53 bits of `commitment`. */
  seed: number;
  commitment: string;
  /** The match that it is part of, which `hello` repeats as `resume_match`. */
  match_id?: string;
}

/** Something happened: the name of the fact, and its fields. */
export interface Event {
  type: "event";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  ev: string;
  fields: Record<string, unknown>;
}

/** One option: amounts from `low` to `high` by `step`, or `fewest` to `most` of `cards`, in order if `ordered`, with empty places between them if `gaps`. */
export interface LegalChoice {
  action: string;
  low?: number;
  high?: number;
  step?: number;
  fewest?: number;
  most?: number;
  ordered?: boolean;
  gaps?: boolean;
  cards?: string[];
}

/** The seat has to decide. `act_id` goes up by one with each question, and an aside leaves it as it is. */
export interface Act {
  type: "act";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  hand_id: string;
  act_id: number;
  seat: number;
  time_ms: number;
  legal: string[];
  options: LegalChoice[];
  asides: LegalChoice[];
  players: Player[];
  view: Record<string, unknown>;
  zones: Pile[];
  /** In a local match: every `event` of the hand so far, so that a program that was started again can go on. */
  history?: unknown[];
}

/** A hand is over, as the recipient sees it. `score` is its own, of the match so far. */
export interface EndHand {
  type: "end_hand";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  hand_id: string;
  view: Record<string, unknown>;
  zones: Pile[];
  score?: number;
  /** The hash of the secret from which the next hand will be shuffled. */
  next_commitment?: string;
}

/** The whole table, for somebody who comes back or has just come. What is legal is told to whoever is to act; `next_actor` is null where nobody is, or where it is nobody's business. */
export interface Snapshot {
  type: "snapshot";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  at_hand_id: string;
  seat: number | null;
  next_actor: number | null;
  time_ms_remaining: number;
  players: Player[];
  view: Record<string, unknown>;
  zones: Pile[];
  asides: LegalChoice[];
  act_id?: number;
  legal?: string[];
  options?: LegalChoice[];
  /** The match that it is part of, which `hello` repeats as `resume_match`. */
  match_id?: string;
}

/** What a seat won or lost in a match, in the game's own unit. */
export interface Result {
  seat: number;
  id: string;
  name: string;
  score: number;
}

/** The match is over. */
export interface MatchEnd {
  type: "match_end";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  match_id: string;
  scores: Result[];
}

/** A card as it lies: "" for one whose face its eyes do not know, "-" for an empty place. */
export interface Card {
  name?: string;
  /** Of a card with words, what it is: "Location". */
  kind?: string;
  /** What it counts for, line by line: "Evidence +10". */
  lines?: string[];
  /** "winning" a trick, "replaced" by a later one, "chosen" in a draft. */
  marks?: string[];
  /** Which deck its back is of, where decks differ. */
  deck?: string;
  /** Who played it, where it lies among those of others. */
  by?: number;
}

/** Where cards lie. A pile shows at most its top card; `count` is how many there are. */
export interface Zone {
  /** The zone of the game's ledger; a number beyond those for places that a game adds. */
  id: number;
  label: string;
  /** The seat that it belongs to; -1 for the middle of the table. */
  owner?: number;
  lies?: string;
  cards?: Card[];
  count?: number;
  /** How many come to lie in a row, where that is settled: places for the others are drawn empty. */
  room?: number;
}

/** Who sits somewhere, and how it stands with them. What a game does not have is left out. */
export interface Seat {
  seat: number;
  /** What its plate says: no two are alike. */
  name: string;
  id?: string;
  /** What it is in this game, where seats differ: "Narc". */
  role?: string;
  you?: boolean;
  chips?: number | null;
  bet?: number;
  points?: number | null;
  /** "button", "small blind", "all-in", "has initiative". */
  marks?: string[];
  /** Has folded, or is not in this hand. */
  out?: boolean;
  /** Has lost all its chips, and with them its part in the match. */
  gone?: boolean;
  /** Whose turn it is, where turns are public. */
  to_act?: boolean;
  /** What it did last in this round, in words: "raises to 300". */
  last?: string;
  /** The name of its hand, as far as its eyes know: "pair of tens". */
  holds?: string;
}

/** Chips in the middle, and who can win them. */
export interface Pot {
  chips: number;
  label?: string;
  seats?: number[];
}

/** A value of a meter that means something: "bust from here". */
export interface Mark {
  value: number;
  label: string;
}

/** A number to be drawn as a bar: Evidence against Cover, Heat, HP. */
export interface Meter {
  label: string;
  value: number;
  owner?: number;
  /** The end of its scale; 0 if it has none. */
  most?: number;
  marks?: Mark[];
  /** What it means as it stands: "25 over: a bust as it stands". */
  verdict?: string;
}

/** An amount with a name: "half pot". */
export interface Preset {
  label: string;
  amount: number;
}

/** A card that an option takes, or does not take: where it lies in the Scene, and why not. An answer names an allowed one by its number among the candidates of its option. */
export interface Candidate {
  /** Its zone, by `Zone.id`. */
  zone: number;
  slot: number;
  name: string;
  why_not?: string;
}

/** One option of a decision. A move is its name, with an amount or with cards by their numbers among `takes`. */
export interface Choice {
  name: string;
  /** What a button says: "Call 200", "Raise to", "Play a card". */
  words: string;
  /** The key that stands for it, where one does: "f". */
  key?: string;
  aside?: boolean;
  /** Whether it is accepted, by key or by name, though nothing that lists options shows it. */
  unlisted?: boolean;
  /** Why to ask first: "Checking is free."; "" if there is no need. */
  costly?: string;
  /** The least amount that it is costly with; 0 if amounts make no difference. */
  costly_from?: number;
  low?: number;
  high?: number;
  step?: number;
  /** What amounts are counted in at the table, where that is more than a step: the big blind. */
  stride?: number;
  presets?: Preset[];
  fewest?: number;
  most?: number;
  ordered?: boolean;
  gaps?: boolean;
  takes?: Candidate[];
  /** Cards of the same zone that it does not take, with the reason. */
  refuses?: Candidate[];
}

/** The decision that its eyes owe, or may take asides in. */
export interface Question {
  number: number;
  options: Choice[];
  /** The name of the option that the clock plays; "" if there is none. */
  default?: string;
  limit_ms?: number;
  /** What is asked, in a sentence: "200 to call.". */
  says?: string;
}

/** The whole table, for one pair of eyes. */
export interface Scene {
  game: string;
  title: string;
  /** The seat that looks on; -1 for somebody who has none. */
  eyes?: number;
  /** "Hand 3 · Flop". */
  phase?: string;
  /** What just happened, to these eyes: "You call 200.". */
  sentence?: string;
  zones?: Zone[];
  seats?: Seat[];
  pots?: Pot[];
  meters?: Meter[];
  /** The heading of the rule book under which stands what applies now. */
  clause?: string;
  question?: Question | null;
  /** How the match ended, in a sentence; "" while it goes on. */
  over?: string;
}

/** The table to be drawn, for who asked for Scenes in `hello`. */
export interface SceneShown {
  type: "scene";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  hand_id: string;
  scene: Scene;
  /** The number that an answer to its question repeats. */
  act_id?: number;
}

/** Whose time runs, for who asked for Scenes: sent when a question is asked, and to who has just come. */
export interface Clock {
  type: "clock";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  /** Who is waited for; null where several have one clock, of whom it is nobody's business who has decided. */
  seat: number | null;
  /** What is left of the time for this decision, … */
  left_ms: number;
  /** … of so much; 0 if there is no limit, … */
  limit_ms: number;
  /** … and what may be taken beyond that. */
  bank_ms: number;
}

/** What the host has ordered, and why. */
export interface HostOrder {
  what: string;
  /** Whom it is about; null where it is about all. */
  seat: number | null;
  values: Record<string, unknown>;
  why: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** What everybody is to know, and nobody has to answer: `code` says what, `msg` says it to people. */
export interface Notice {
  type: "notice";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  code: string;
  msg: string;
  /** Where the arena closes: when to come again. */
  retry_after_ms?: number;
  /** Where the host has ordered something. */
  order?: HostOrder;
}

/** An answer has counted, and this is what was played. For who asked for it, and for whose thoughts were cut. */
export interface Receipt {
  type: "receipt";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  action: string;
  amount: number;
  cards: string[];
  /** The question that it answered; an aside answers none. */
  act_id?: number;
  /** So many bytes of the thoughts were too many, and are not kept. */
  thoughts_cut: number;
}

/** A message was of no use, and changed nothing; `code` says how, `msg` what to do. */
export interface Error {
  type: "error";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  code: string;
  msg: string;
  /** Where waiting helps (it was one too many, or nothing can be kept just now): when to come again. */
  retry_after_ms?: number;
}

/** What the page may send. */
export type Sent = Hello | Action | Aside | QueueJoin | QueueLeave;

/** What it may hear; it ignores anything else. */
export type Heard = Welcome | Lobby | StartHand | Event | Act | EndHand | Snapshot | MatchEnd | SceneShown | Clock | Notice | Receipt | Error;
