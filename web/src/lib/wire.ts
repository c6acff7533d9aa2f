// Written by scripts/golden from the structures of kernel/showing: change those.

/** The first message of a client: its name, and which table it wants to sit at or to watch. */
export interface Hello {
  type: "hello";
  v: 1;
  team: string;
  join_code: string;
  role?: "player" | "spectator" | "operator";
  /** Whether the client wants `scene` messages. */
  scenes?: boolean;
  /** With `scenes`: how fast what others do is to follow, at a table that is slowed down for people. If several sit there, the slowest counts. */
  pace?: "slow" | "usual" | "fast";
  /** Whether an operator wants the god view: delayed Scenes with every card face up, and nothing else. */
  god?: boolean;
  /** The secret of `welcome`, from a client that comes back. */
  token?: string;
  /** The number `n` of the last message that the client got, if it comes back; 0 if it does not know. */
  resume?: number | null;
  /** With `resume`: the `table_id` of the `welcome` before that message. */
  resume_table?: string;
  /** With `resume`: the last `match_id` that the client was told at that table, if any. If another match is played now, the client gets a `snapshot` of that one. */
  resume_match?: string;
  /** The messages that a player wants: the game's own, the generic ones that every game has, or records. */
  dialect?: "game" | "generic" | "contract" | "words";
  /** Where a client sits down against the house: the house bot to play against, if not the usual one. */
  against?: string;
  /** The id of the table, if a code has several; "new" for one more. Without it, the table where the team sits. */
  table?: string;
  /** The chips to bring to a cash table, or the nearest number that is allowed there. By default as many as is usual; 0 if the client will say by the aside SIT. */
  buy_in?: number | null;
  /** Whether to be topped up before every hand at a cash table, by the aside AUTO_TOP_UP from the first moment on. */
  top_up?: boolean;
  /** The secret of a kept name, if `team` is one: the name is proved, and the matches count for its profile. */
  player?: string;
}

/** The answer to an `act`: the name of a legal option, with its amount or its cards. */
export interface Action {
  type: "action";
  v: 1;
  action: string;
  amount?: number | null;
  /** The hand that the answer is for; an answer to any other hand than the one in play is too late. */
  hand_id?: string;
  /** The number of the `act` that the answer is for; without one, the last `act`. */
  act_id?: number | null;
  cards?: (string | null)[] | null;
  /** Instead of `cards`: indices, from 0, among the cards that the option takes, as in a Scene's `takes`. */
  picks?: (number | null)[] | null;
}

/** An action in addition to answers, possible at any time: one of the `asides`. It answers no `act`. */
export interface Aside {
  type: "aside";
  v: 1;
  action: string;
  amount?: number | null;
  /** The hand that the answer is for; an answer to any other hand than the one in play is too late. */
  hand_id?: string;
  /** The number of the `act` that the answer is for; without one, the last `act`. */
  act_id?: number | null;
  cards?: (string | null)[] | null;
  /** Instead of `cards`: indices, from 0, among the cards that the option takes, as in a Scene's `takes`. */
  picks?: (number | null)[] | null;
}

/** A reaction, for all who draw Scenes of the table. Only a seat that draws Scenes can send one, and none in an event. */
export interface React {
  type: "react";
  v: 1;
  what: "nice" | "thanks" | "wow" | "laugh" | "ouch" | "wait";
}

/** Asks for a hint on the open question, at a table whose `welcome` says that it has hints. Only the asker gets it, and it has no effect on play. */
export interface AskHint {
  type: "hint";
  v: 1;
  /** What the rules say of the decision, or what the house would do, which takes a moment. */
  about?: "rule" | "advice";
}

/** Asks for the cards that would have come, after a hand that ended early, at a table whose `welcome` says that it has a rabbit hunt. Everybody at the table is shown them. */
export interface AskRabbit {
  type: "rabbit";
  v: 1;
  /** The hand that is over. */
  hand_id: string;
}

/** Ask to be matched with a player who waits, or with the next one. */
export interface QueueJoin {
  type: "queue_join";
  v: 1;
}

/** Stop waiting. */
export interface QueueLeave {
  type: "queue_leave";
  v: 1;
}

/** The settings of the table. */
export interface Settings {
  move_time_ms: number;
}

/** The answer to `hello`. `seat` is null for a spectator. */
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
  /** The secret that reclaims the seat, at a table without a roster. */
  token?: string;
  /** After how many more hands the host may see every card of a hand, mucked ones too; 0 for never. */
  god_view: number;
  /** The event that this table is part of: stay connected, and the next table welcomes you. With a `seat` of null, you wait for a table. */
  event?: string;
  /** The public key (Ed25519) with which the arena signs every match. */
  key?: string;
  /** Whether every player here may ask for hints. No match of such a table counts anywhere. */
  hints?: boolean;
  /** Whether players here may ask for the cards that would have come. No match of such a table counts anywhere. */
  rabbit?: boolean;
}

/** A player in the lobby. */
export interface Here {
  seat: number;
  id: string;
  name: string;
  connected: boolean;
}

/** The players at the table, sent whenever a player comes or goes. */
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

/** The player in a seat. The id stays with the player in every seat. */
export interface Player {
  seat: number;
  id: string;
  name: string;
}

/** Cards that lie together: by name if they lie side by side, otherwise only their number. */
export interface Pile {
  zone: string;
  count: number;
  cards?: string[];
}

/** A hand begins, as the recipient sees it: `view` has the fields of the game's view except its cards, which are in `zones`. */
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
  /** The match that the hand is part of; `hello` repeats it as `resume_match`. */
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

/** The seat has to decide. `act_id` goes up by one with each question; an aside does not change it. */
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
  /** In a local match: every `event` of the hand so far, so that a program that was restarted can go on. */
  history?: unknown[];
}

/** A hand is over, as the recipient sees it. `score` is the recipient's in the match so far. */
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
  /** The hash of all that has happened in the match so far: the record of the match has to lead to it. */
  head?: string;
  /** The arena's signature of it, by the `key` of `welcome`. */
  signature?: string;
}

/** The whole table, for a client that comes back or has just come. Legal options are sent to the seat that is to act; `next_actor` is null if no seat is, or if that is not public. */
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
  /** The match that the hand is part of; `hello` repeats it as `resume_match`. */
  match_id?: string;
}

/** What a seat won or lost in a match, in the game's own unit. */
export interface MatchResult {
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
  scores: MatchResult[];
  /** The hash of all that has happened in the match so far: the record of the match has to lead to it. */
  head?: string;
  /** The arena's signature of it, by the `key` of `welcome`. */
  signature?: string;
}

/** A card as the viewer sees it: "" if its face is not known, "-" for an empty place. */
export interface Card {
  name?: string;
  /** The type of a card that has one: "Location". */
  kind?: string;
  /** What it counts for, line by line: "Evidence +10". */
  lines?: string[];
  /** "winning" a trick or, when hands were compared, one of the cards that won; "replaced" by a later one, "chosen" in a draft; "not dealt", if it would have come had the hand gone on. */
  marks?: string[];
  /** The deck that its back belongs to, where decks differ. */
  deck?: string;
  /** The seat that played it, where it lies among cards of others. */
  by?: number;
}

/** A place for cards. A pile shows at most its top card; `count` is the number of cards. */
export interface Zone {
  /** The zone of the game's ledger; a higher number for places that a game adds. */
  id: number;
  label: string;
  /** The seat that it belongs to; -1 for the middle of the table. */
  owner?: number;
  lies?: string;
  cards?: Card[];
  count?: number;
  /** How many cards the row will hold, as far as the rules say so beforehand; 0 if they do not. In the middle the missing ones are drawn as empty places; a hand has its room from before the deal on. Choices may bring it more. */
  room?: number;
}

/** A seat, its player, and the player's standing. Fields that a game does not have are left out. */
export interface Seat {
  seat: number;
  /** The nameplate: no two are alike. */
  name: string;
  id?: string;
  /** The role in this game, where seats differ: "Narc". */
  role?: string;
  you?: boolean;
  chips?: number | null;
  bet?: number;
  points?: number | null;
  /** "button", "small blind", "all-in", "has initiative". */
  marks?: string[];
  /** Whether the seat has folded, or is not in this hand. */
  out?: boolean;
  /** Whether the seat has lost all its chips, and so is out of the match. */
  gone?: boolean;
  /** Whether it is the seat's turn, where turns are public. */
  to_act?: boolean;
  /** The seat's last act in this round, in words: "raises to 300". */
  last?: string;
  /** The name of its hand, as far as the viewer knows: "pair of tens". */
  holds?: string;
  /** The part of the pot that its hand wins on average, while cards are still to come, nobody can bet any more and everybody sees all hands. */
  share?: number | null;
  /** Whether it has won the hand or a part of its pot; until the next hand begins. */
  wins?: boolean;
  /** The chips that it has won in that hand, less those that it put in. */
  won?: number;
}

/** Chips in the middle, and the seats that can win them. */
export interface Pot {
  chips: number;
  label?: string;
  seats?: number[];
}

/** A value of a meter with a meaning: "bust from here". */
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
  /** What the present value means: "25 over: a bust as it stands". */
  verdict?: string;
}

/** An amount with a name: "half pot". */
export interface Preset {
  label: string;
  amount: number;
}

/** A card that an option takes, or refuses: its place in the Scene, and the reason for a refusal. An answer names a card by its index in `takes`. */
export interface Candidate {
  /** Its zone, by `Zone.id`. */
  zone: number;
  slot: number;
  name: string;
  why_not?: string;
}

/** One option of a decision. A move is its name, with an amount or with cards by their indices in `takes`. */
export interface Choice {
  name: string;
  /** The text of a button: "Call 200", "Raise to", "Play a card". */
  words: string;
  /** The key for it, if it has one: "f". */
  key?: string;
  aside?: boolean;
  /** Whether it is accepted, by key or by name, although lists of options leave it out. */
  unlisted?: boolean;
  /** Why to ask for confirmation: "Checking is free."; "" if there is no need. */
  costly?: string;
  /** The least amount that needs confirmation; 0 if amounts make no difference. */
  costly_from?: number;
  low?: number;
  high?: number;
  step?: number;
  /** The unit in which amounts are counted at the table, where that is more than a step: the big blind. */
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

/** The decision that the viewer owes, or in which it may take asides. */
export interface Question {
  number: number;
  options: Choice[];
  /** The name of the option that the clock plays; "" if there is none. */
  default?: string;
  limit_ms?: number;
  /** What is asked, in a sentence: "200 to call.". */
  says?: string;
}

/** How a hand ended. The seats that won it have `wins`, and the cards that won it are marked as winning. */
export interface Result {
  /** COMPARED, UNCONTESTED or BLUFF. */
  kind: string;
  /** What won, to be written large: "Pair of queens"; "" if no hand was shown. */
  words?: string;
  /** What is said to a viewer that has lost its last chips: "You are out, in fourth place". */
  out?: string;
  /** How much was won: 0 little, 1 a good part of a usual stack, 2 as much as a usual stack or more. */
  weight?: number;
}

/** The whole table, for one viewer. */
export interface Scene {
  game: string;
  title: string;
  /** The seat that looks on; -1 for a spectator. */
  eyes?: number;
  /** "Hand 3 · Flop". */
  phase?: string;
  /** What just happened, as the viewer is told: "You call 200.". */
  sentence?: string;
  zones?: Zone[];
  seats?: Seat[];
  pots?: Pot[];
  meters?: Meter[];
  /** What the house takes, in words: "Rake 5 %, at most 30 of a hand"; "" if it takes nothing. */
  terms?: string;
  /** The heading in the rule book for what applies now. */
  clause?: string;
  question?: Question | null;
  /** Names of options that questions to the viewer may have later: they can be chosen before the turn, and the dock has room for them from the first Scene on. */
  in_advance?: string[];
  /** How the hand ended, until the next one begins. */
  result?: Result | null;
  /** The seats that won the match, once it is over. */
  winners?: number[];
  /** How the match ended, in a sentence; "" while it goes on. */
  over?: string;
}

/** A Scene to draw, for clients that asked for Scenes in `hello`. */
export interface SceneShown {
  type: "scene";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  hand_id: string;
  scene: Scene;
  /** The number that an answer to its question repeats. */
  act_id?: number;
  /** The number of its sentence in the recipient's log of the match. */
  told?: number;
}

/** A sentence of a log. Numbers that are left out belong to sentences that are not kept. */
export interface Sentence {
  number: number;
  phase: string;
  text: string;
}

/** The last sentences that the recipient was told of this match, for clients that asked for Scenes: sent to a client that comes back, before its first Scene. */
export interface Log {
  type: "log";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  match_id: string;
  sentences: Sentence[];
}

/** The running clock, for clients that asked for Scenes: sent when a question is asked, and to a client that has just come. */
export interface Clock {
  type: "clock";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  /** The seat that has to decide; null if several share one clock, because it is not public which have decided. */
  seat: number | null;
  /** The time left for this decision. */
  left_ms: number;
  /** The whole time for this decision; 0 if there is no limit. */
  limit_ms: number;
  /** What is left of the time bank, which may be used beyond that. */
  bank_ms: number;
}

/** A sign of life, every two seconds, for clients that asked for Scenes: a page cannot see the pings of its WebSocket. It is always the same, and its time depends on nothing but the beginning of the connection. */
export interface Beat {
  type: "beat";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
}

/** A player reacts: for clients that draw Scenes. It is not kept, and has no number. */
export interface Reaction {
  type: "reaction";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  seat: number;
  what: "nice" | "thanks" | "wow" | "laugh" | "ouch" | "wait";
}

/** An option of a decision, by the text of its button, and what it means. */
export interface Meaning {
  words: string;
  means: string;
}

/** What the house would do, by the text of its button, and why. */
export interface HouseAdvice {
  bot: string;
  advised: string;
  reasons: string[];
}

/** A hint, for the player that asked for it. It is made from what that seat may know, and is not kept. */
export interface Hint {
  type: "hint";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  act_id: number;
  /** What is asked: "200 to call.". */
  says: string;
  /** The heading in the rule book for what applies now, … */
  clause: string;
  /** … and what it says, as Markdown; "" if the book has no such heading. */
  rule: string;
  /** Options whose words leave open what they mean. */
  options: Meaning[];
  /** If it was asked for. */
  advice?: HouseAdvice;
}

/** What the host has ordered, and why. */
export interface HostOrder {
  what: string;
  /** The seat that the order is about; null if it is about all. */
  seat: number | null;
  values: Record<string, unknown>;
  why: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** An announcement to all that needs no answer: `code` says what it is, `msg` is for people. */
export interface Notice {
  type: "notice";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  code: string;
  msg: string;
  /** When to come again, if the arena closes. */
  retry_after_ms?: number;
  /** The order, if the host has given one. */
  order?: HostOrder;
}

/** An answer has counted, and this is what was played. For a client that asked for it, or whose thoughts were cut. */
export interface Receipt {
  type: "receipt";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  action: string;
  amount: number;
  cards: string[];
  /** The question that was answered; an aside answers none. */
  act_id?: number;
  /** How many bytes of the thoughts were too many, and are not kept. */
  thoughts_cut: number;
}

/** A message was refused, and changed nothing; `code` says why, `msg` what to do. */
export interface Error {
  type: "error";
  /** Its number, where it has one. */
  n?: number;
  v: 1;
  code: string;
  msg: string;
  /** When to try again, if waiting helps: after too many messages, or while nothing can be stored. */
  retry_after_ms?: number;
}

/** What the page may send. */
export type Sent = Hello | Action | Aside | React | AskHint | AskRabbit | QueueJoin | QueueLeave;

/** What it may hear; it ignores anything else. */
export type Heard = Welcome | Lobby | StartHand | Event | Act | EndHand | Snapshot | MatchEnd | SceneShown | Log | Clock | Beat | Reaction | Hint | Notice | Receipt | Error;
