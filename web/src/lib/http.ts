// Written by scripts/golden from arena/room/answers.py, arena/events/answers.py and the structures beside them: change those.

/** An offer that can be joined. */
export interface Offer {
  id: string;
  game: string;
  title: string;
  kind: "house" | "practice" | "private" | "queue" | "table";
  tables: string[];
  /** Of a queue: the number of waiting clients. */
  waiting?: number;
  /** Of a queue: the tokens that a match costs. */
  stake?: number;
  /** Only if the code is public. */
  code?: string;
}

/** A player in a chair. */
export interface Sitting {
  seat: number;
  id: string;
  name: string;
  connected: boolean;
  house: boolean;
  /** Whether it has proved a kept name, so that it has a profile. */
  kept: boolean;
}

/** The hand of another match that a table has taken up, after how many moves, and for which seat. */
export interface TakenFrom {
  match: string;
  hand: number;
  made: number;
  seat: number;
}

/** A table: its game and its players. */
export interface ListedTable {
  id: string;
  offer: string;
  game: string;
  kind: "house" | "practice" | "private" | "queue" | "table";
  title: string;
  /** What is played for, in words: "blinds 50/100"; "" if nothing is to be said of it. */
  stakes: string;
  seats: number;
  players: Sitting[];
  playing: boolean;
  held: boolean;
  /** Whether everybody may see every card once a match is over. */
  opens: boolean;
  /** Whether its players may ask for hints. */
  hints: boolean;
  /** Whether its players may ask for the cards that would have come. */
  rabbit: boolean;
  /** Whether its players may change to other tables of the same cash game. */
  several: boolean;
  match_id: string;
  hand: number;
  watching: number;
  /** The names of those spectators who have proved one. */
  watchers: string[];
  /** How much it is worth watching; 0 if nothing speaks for it. */
  worth: number;
  /** Why, in a few words. */
  why: string;
  /** The number of hands after which the host may see every card; 0 for never. */
  god_view: number;
  note?: string;
  /** Where its match began, if that was in the middle of a hand of another. */
  taken_from?: TakenFrom;
}

/** All public offers and tables. */
export interface Lobby {
  offers: Offer[];
  tables: ListedTable[];
  notes: string[];
}

/** A game that is offered. */
export interface Game {
  id: string;
  title: string;
  summary: string;
  version: number;
  kind: "classic" | "game" | "genome";
  /** The generation of evolution from which it comes; 0 if a person wrote it. */
  generation: number;
  seats: number;
  /** The house bots that play it, the default first. */
  bots: string[];
  /** Whether its tables can have a rabbit hunt. */
  rabbit: boolean;
  /** The code of its tables against the house. */
  code: string;
  ratings: number;
  rating: number | null;
  /** How much of the game was in their hands, as players say: from 1, nothing, to 5, everything. */
  in_hands: number | null;
}

/** The rule book of a game, in Markdown. */
export interface RuleBook {
  id: string;
  title: string;
  rules: string;
}

/** A player in the standings of a game: the mean score of a match. */
export interface GameStanding {
  mean: number;
  low: number | null;
  high: number | null;
  id: string;
  name: string;
  matches: number;
}

/** The standings of a game, the best player first. */
export interface GameStandings {
  game: string;
  standings: GameStanding[];
}

/** The numbers of seats with which a game can be played. */
export interface GameSeats {
  game: string;
  seats: number[];
}

/** The tokens of a team. */
export interface Account {
  team: string;
  tokens: number;
}

/** Whether a visitor can open a private table, and how many more. */
export interface PrivateTables {
  open: boolean;
  left: number;
}

/** The answer to a visitor that has opened a private table. */
export interface OpenedTable {
  id: string;
  game: string;
  title: string;
  kind: "house" | "practice" | "private" | "queue" | "table";
  tables: string[];
  /** Of a queue: the number of waiting clients. */
  waiting?: number;
  /** Of a queue: the tokens that a match costs. */
  stake?: number;
  code: string;
  seats: number;
  token: string;
}

/** The offer that a code belongs to. */
export interface CodeLeads {
  title: string;
  kind: "house" | "practice" | "private" | "queue" | "table";
  /** The chair that the client would get: a free one, one that a house bot keeps, or none. */
  chair: "" | "free" | "kept";
  /** Of a private table that was taken down: when, in milliseconds since 1970. */
  ended?: number;
  /** Its last match that was played to its end; "" if there is none. */
  match?: string;
  /** Whether players there may ask for hints. */
  hints?: boolean;
  /** Whether players there may ask for the cards that would have come. */
  rabbit?: boolean;
  /** What is played for at its first table, in words; "" if nothing is to be said of it. */
  stakes?: string;
}

/** A seat that a token proves. */
export interface HeldSeat {
  /** The number of the token among those that were sent, from 0. */
  token: number;
  table: ListedTable;
  seat: number;
  /** Whether it owes a decision. */
  owes: boolean;
}

/** The answer to the keeper of a name: the secret that proves it, which nobody else is told. */
export interface NewSecret {
  name: string;
  since: number;
  secret: string;
}

/** A rating as it is shown, with its 95 % interval: 1,500 at first. */
export interface RatingNow {
  value: number;
  low: number;
  high: number;
}

/** A rating after a match. */
export interface RatingPoint {
  value: number;
  low: number;
  high: number;
  at: number;
}

/** The rating of a house bot. */
export interface HouseRating {
  policy: string;
  value: number;
}

/** A hand that won or lost much, as everybody saw it at its end. */
export interface ProfileHand {
  match: string;
  hand: number;
  net: number;
  words: string;
  /** The player's cards, if they were shown. */
  held: string[];
  board: string[];
  title: string;
  others: string[];
  at: number;
}

/** A game in a profile: the mean score of a match, the rating, and the hands that won and lost most. */
export interface ProfileGame {
  mean: number;
  low: number | null;
  high: number | null;
  game: string;
  title: string;
  matches: number;
  /** Of the matches whose hands are counted by now. */
  hands: number;
  rating: RatingNow | null;
  history: RatingPoint[];
  /** The strongest house bot in this game, by its rating. */
  house: HouseRating | null;
  best: ProfileHand[];
  worst: ProfileHand[];
}

/** All that a player had won in tournaments by a time, without what it had paid. */
export interface WinningsPoint {
  at: number;
  total: number;
}

/** A tournament in a profile. */
export interface ProfilePlacing {
  event: string;
  title: string;
  at: number;
  place: number;
  /** The number of players that share the place. */
  tied: number;
  players: number;
  /** How often the player entered. */
  entries: number;
  paid: number;
  /** The tokens that it paid, and those that it won. */
  prize: number;
}

/** Tournaments in a profile: the mean of what one of them won, in tokens, without what was paid. */
export interface ProfileTournaments {
  mean: number;
  low: number | null;
  high: number | null;
  played: number;
  /** The number of first places, shared ones included. */
  won: number;
  in_the_money: number;
  paid: number;
  prizes: number;
  history: WinningsPoint[];
  /** The newest first. */
  recent: ProfilePlacing[];
}

/** A match in a profile. */
export interface ProfileMatch {
  match: string;
  title: string;
  at: number;
  score: number;
  others: string[];
  /** Null while they are not counted. */
  hands: number | null;
}

/** What everybody may know of a player that keeps a name: from public matches that are over. */
export interface Profile {
  name: string;
  since: number;
  matches: number;
  hands: number;
  /** When the last match ended, in milliseconds since 1970. */
  last: number | null;
  /** Those with the most matches first. */
  games: ProfileGame[];
  /** Null before the first tournament over many tables is over. */
  tournaments: ProfileTournaments | null;
  /** The newest first. */
  recent: ProfileMatch[];
}

/** A name that is kept, and since when (milliseconds since 1970). */
export interface KeptName {
  name: string;
  since: number;
}

/** A finished match: its game, its players and their scores. */
export interface Played {
  match: string;
  table: string;
  game: string;
  title: string;
  ids: string[];
  names: string[];
  scores: number[];
  /** Milliseconds since 1970. */
  at: number;
}

/** A player in the standings of a table: the mean score of a match. */
export interface TableStanding {
  mean: number;
  low: number | null;
  high: number | null;
  id: string;
  name: string;
  matches: number;
  won: number;
  score: number;
  /** Whether the difference to the first is not significant. */
  level: boolean;
}

/** How a match ended: who sat where, by id and name, and the scores. */
export interface Result {
  match: string;
  ids: string[];
  names: string[];
  scores: number[];
  at: number;
  /** Whether everybody may see every card of it, as its table had said before. */
  opens?: boolean;
  /** The ids of the players that gave up. */
  forfeits?: string[];
  /** Why the match is void; "" if it counts. */
  void?: string;
  /** The public key that it is signed with; "" if it is not signed. */
  key?: string;
}

/** The standings of a table, the best player first, and the results of its matches. */
export interface TableStandings {
  table: string;
  standings: TableStanding[];
  matches: Result[];
}

/** A seat whose clock runs. */
export interface AwaitedSeat {
  seat: number;
  name: string;
  time_ms: number | null;
  bank_ms: number;
}

/** A table as the host sees it. */
export interface HostedTable {
  id: string;
  offer: string;
  game: string;
  kind: "house" | "practice" | "private" | "queue" | "table";
  title: string;
  /** What is played for, in words: "blinds 50/100"; "" if nothing is to be said of it. */
  stakes: string;
  seats: number;
  players: Sitting[];
  playing: boolean;
  held: boolean;
  /** Whether everybody may see every card once a match is over. */
  opens: boolean;
  /** Whether its players may ask for hints. */
  hints: boolean;
  /** Whether its players may ask for the cards that would have come. */
  rabbit: boolean;
  /** Whether its players may change to other tables of the same cash game. */
  several: boolean;
  match_id: string;
  hand: number;
  watching: number;
  /** The names of those spectators who have proved one. */
  watchers: string[];
  /** How much it is worth watching; 0 if nothing speaks for it. */
  worth: number;
  /** Why, in a few words. */
  why: string;
  /** The number of hands after which the host may see every card; 0 for never. */
  god_view: number;
  note?: string;
  /** Where its match began, if that was in the middle of a hand of another. */
  taken_from?: TakenFrom;
  options: Record<string, unknown>;
  changes: Record<string, unknown>;
  ending: boolean;
  waited_for: number[];
  forfeits: string[];
  waits_for: AwaitedSeat[];
  missed: Record<string, number>;
}

/** An offer as the host sees it: with its code, or with the codes of its teams. */
export interface CodedOffer {
  id: string;
  game: string;
  title: string;
  kind: "house" | "practice" | "private" | "queue" | "table";
  tables: string[];
  /** Of a queue: the number of waiting clients. */
  waiting?: number;
  /** Of a queue: the tokens that a match costs. */
  stake?: number;
  code: string;
  roster: Record<string, string>;
}

/** An order that a host can give to a table. */
export interface OrderKind {
  order: string;
  does: string;
  /** Whether it concerns a seat ("seat"), or a seat if one is named ("anybody"). */
  about: "" | "anybody" | "seat";
  /** A description of its values, if it takes any. */
  values: string;
}

/** A node of an arena of several, as its last heartbeat described it. */
export interface NodeState {
  /** A new one for each start. */
  id: string;
  name: string;
  url: string;
  machine: string;
  release: string;
  /** Whether it has the room: all desks, and all tables that it has not lent. */
  room: boolean;
  alive: boolean;
  draining: boolean;
  /** Sockets of clients at this node. */
  connections: number;
  /** The tables that it plays. */
  tables: number;
  /** The tables that the node with the room has lent to it. */
  lent: string[];
  /** The hands that have begun there since its start. */
  hands: number;
  cpu_seconds: number;
  /** The processor time between its last two heartbeats, in cores. */
  load: number;
  /** When it was started, in milliseconds since 1970. */
  since: number;
}

/** The program that gives hands their values. */
export interface EventValue {
  name: string;
  sha256: string;
}

/** An event in short. */
export interface EventSummary {
  id: string;
  title: string;
  kind: "common" | "duplicate" | "freezeout" | "mirrored" | "robin" | "rolling" | "tournament";
  game: string;
  state: "closed" | "frozen" | "over" | "playing" | "waiting";
  deals: number;
  open_deals: number | null;
  freeze: number | null;
  finish_by: number | null;
  /** The code of its practice tables. */
  practice: string | null;
  present: number;
  /** When a tournament begins; null if it begins when it is full, or has begun. */
  starts?: number | null;
  registered?: number;
  /** Of a tournament: the number of its entrants, and the most at its start (0 for no limit). */
  places?: number;
  /** The number of players that are left in a tournament. */
  left?: number;
  fee?: number;
  value?: EventValue;
  /** Only if the code is public, or for the host. */
  code?: string;
}

/** A mean with its 95 % interval. The ends are null while there are too few results. */
export interface Interval {
  mean: number;
  low: number | null;
  high: number | null;
}

/** A rating with its standard deviation. */
export interface EventRating {
  mu: number;
  unsure: number;
  games: number;
}

/** A team of an event in its standings. */
export interface EventTeam {
  key: string;
  name: string;
  /** Whether it is a house bot. */
  house: boolean;
  withdrawn: boolean;
  matches: number;
  hands: number;
  /** Without the luck after the last decision; null while no match counts. */
  result: Interval | null;
  plain: Interval | null;
  without_clock: Interval | null;
  saved_by_adjustment: number | null;
  /** Adjusted by AIVAT, in matches against the blueprint or the solver; null before the event is over. */
  aivat: Interval | null;
  saved_by_aivat: number | null;
  rating: EventRating;
  decisions: Record<string, number>;
  clock_share: number;
  /** Whether the difference to the first is not significant. */
  level: boolean;
}

/** Two teams of an event compared: by how much one is better. */
export interface EventComparison {
  mean: number;
  low: number | null;
  high: number | null;
  better: string;
  worse: string;
  p: number;
  separable: boolean;
  verdict: string;
}

/** A table of an event: the keys of its teams, the number of finished matches, and the void matches with reasons. */
export interface EventTable {
  table: string;
  teams: string[];
  deals: number;
  over: number;
  void: Record<string, string>;
}

/** An order that the host has given to an event. */
export interface EventOrder {
  order: string;
  team: string;
  why: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What time it is in a tournament. */
export interface TournamentClock {
  /** The number of the level. */
  level: number;
  runs: boolean;
  /** How much of the level is left; null if it does not end by the clock. */
  left_ms: number | null;
  /** When that was so, in milliseconds since 1970: while the clock runs, less is left every moment. */
  at: number;
}

/** A level of a tournament, or a break. */
export interface TournamentLevel {
  /** From 1, breaks counted. */
  number: number;
  rest: boolean;
  minutes: number;
  /** How long it lasts; with neither, it does not end. */
  hands: number;
  /** The options that count in it: small_blind, big_blind, ante or big_blind_ante. */
  blinds: Record<string, number>;
}

/** A table of a tournament, in the order in which tables break. */
export interface TournamentTable {
  table: string;
  players: number;
  hand: number;
  playing: boolean;
  chips: number;
  largest: number;
}

/** A player of a tournament. */
export interface TournamentPlayer {
  key: string;
  name: string;
  house: boolean;
  entries: number;
  rebuys: number;
  addons: number;
  /** Its table; null if it has no seat. */
  table: string | null;
  seat: number | null;
  chips: number | null;
  /** Its place; null while it plays. */
  place: number | null;
  prize: number | null;
  /** When it went out, in milliseconds since 1970. */
  out_at: number | null;
  /** The hand in which it went out. */
  hand: string | null;
  /** The chips with which it began that hand. */
  lost: number | null;
  /** Why it was disqualified; "" if it was not. */
  why: string;
  /** What it can ask for now: to enter again, or to buy chips. */
  may: ("addon" | "rebuy" | "reenter")[];
  /** What it has asked for in this hand, and gets after it if that is still possible. */
  wishes: ("addon" | "rebuy")[];
  /** Why it did not get what it asked for last; "" if it did. */
  declined: string;
}

/** A tournament over many tables: registration, clock, players, prizes. */
export interface Tournament {
  /** When it begins; null if it begins when it is full. */
  starts: number | null;
  started: number | null;
  ended: number | null;
  /** Why it was cancelled; null if it was not. */
  cancelled: string | null;
  /** Whether players may enter. */
  open: boolean;
  /** The seats of a table. */
  seats: number;
  /** The chips of a starting stack. */
  stack: number;
  /** The most players at the start; 0 for no limit. */
  places: number;
  fee: number;
  /** The number of levels in which players may enter late, and of those that have begun, breaks not counted. */
  late_levels: number;
  levels_begun: number;
  reentries: number;
  rebuys: number;
  addon: number;
  /** The time bank that a player begins with; it grows by `bank_grows_ms` with each level. */
  bank_ms: number;
  bank_grows_ms: number;
  registered: number;
  entries: number;
  left: number;
  chips: number;
  /** The average stack of the players that are left. */
  average: number;
  pool: number;
  /** From the first place down; as they are now, while players may enter or buy chips. */
  prizes: number[];
  hand_for_hand: boolean;
  /** Null before play begins, and after it. */
  clock: TournamentClock | null;
  levels: TournamentLevel[];
  tables: TournamentTable[];
  /** Players in their seats by their chips, then by place; before play begins as they have entered. */
  players: TournamentPlayer[];
  /** The hash of the secret from which all seats are drawn; "" before play begins. */
  hash: string;
  /** That secret, when the tournament is over. */
  secret?: string;
}

/** An event as its host sees it. */
export interface HostedEvent {
  id: string;
  title: string;
  kind: "common" | "duplicate" | "freezeout" | "mirrored" | "robin" | "rolling" | "tournament";
  game: string;
  state: "closed" | "frozen" | "over" | "playing" | "waiting";
  deals: number;
  open_deals: number | null;
  freeze: number | null;
  finish_by: number | null;
  /** The code of its practice tables. */
  practice: string | null;
  present: number;
  /** When a tournament begins; null if it begins when it is full, or has begun. */
  starts?: number | null;
  registered?: number;
  /** Of a tournament: the number of its entrants, and the most at its start (0 for no limit). */
  places?: number;
  /** The number of players that are left in a tournament. */
  left?: number;
  fee?: number;
  value?: EventValue;
  /** Only if the code is public, or for the host. */
  code?: string;
  /** The unit of its figures: "bb/100". */
  unit: string;
  teams: EventTeam[];
  comparisons: EventComparison[];
  tables: EventTable[];
  orders: EventOrder[];
  /** Null for events of other kinds. */
  tournament: Tournament | null;
  /** The teams with their codes, if each team has its own. */
  roster?: Record<string, string>;
}

/** Another table of a cash game. */
export interface TableChoice {
  table: string;
  players: number;
  seats: number;
  /** Why the player cannot change to it now; "" if it can. */
  why: string;
}

/** Where a player of a cash game at several tables sits, and where it may go. */
export interface TableChange {
  table: string;
  /** The table to which it changes after this hand; "" if it stays. */
  to: string;
  tables: TableChoice[];
}

/** A hand in the list of a replay. */
export interface ReplayHand {
  hand: number;
  players: string[];
  moves: number;
  ended: string;
}

/** The hands of a match, or of a file, which has no result. */
export interface ReplayHands {
  game: string;
  title: string;
  many: number;
  first: number;
  left_out: string[];
  hands: ReplayHand[];
  match?: string;
  names?: string[];
  scores?: number[];
  at?: number;
  /** The public key that the match is signed with; "" if it is not signed. */
  key?: string;
}

/** A moment. The first of a page has its whole Scene, any other what changed; shares are told when they change. */
export interface Shown {
  said?: string;
  pause_ms?: number;
  /** How many moves of the hand lie behind it. */
  made?: number;
  /** The seat that moved; -1 for the house, the clock, and consequences of a move. */
  actor?: number;
  /** Seats that owe a decision then, of those whose cards its eyes may see. */
  asks?: number[];
  /** What each hand wins of the pot on average; null where its eyes cannot say. */
  shares?: (number | null)[] | null;
  scene?: unknown;
}

/** Moments of a hand, through a pair of eyes: those of a seat, of a spectator, or of the god view. */
export interface ReplayPage {
  hand: number;
  hands: number;
  game: string;
  title: string;
  eyes: number | "open" | "watching";
  may: (number | "open" | "watching")[];
  adviser: string;
  first: number;
  many: number;
  moments: Shown[];
  match?: string;
}

/** What a hand was worth on a street; see `Outlook`. */
export interface StreetOutlook {
  street: string;
  board: string[];
  share: number | null;
  known: number | null;
  outs: string[] | null;
}

/** What a seat's hand was worth, street by street; no street in a game that has no such figures. */
export interface HandOutlooks {
  hand: number;
  seat: number;
  streets: StreetOutlook[];
}

/** The move of a house bot and the move that was made, in the words of their buttons. */
export interface Advice {
  bot: string;
  seat: number;
  advised: string;
  played?: string;
  same?: boolean;
  /** What the seat's hand wins of the pot on average, against hands that it has not seen. */
  share?: number | null;
  /** What speaks for the advised move, in sentences. */
  reasons?: string[];
}

/** A node of the betting tree. Nodes that are given hand by hand have `shares` and the fields after it. */
export interface SolvedNode {
  kind: string;
  pot: number;
  stacks: number[];
  actor?: number;
  acts?: string[];
  children?: number[];
  /** By act and hand of the player who acts, in thousandths. */
  shares?: number[][];
  /** The values, in chips, in the same order. */
  worth?: number[][];
  held?: number[];
  /** By player and hand, in thousandths of the hand that comes here most. */
  reach?: number[][];
}

/** A solved river. Player 0 acts first; hands are named as `AhKd`. */
export interface Solution {
  board: string;
  pot: number;
  stacks: number[];
  opener: number;
  iterations: number;
  values: number[];
  exploitability: number;
  exploitability_percent: number;
  hands: string[][];
  nodes: SolvedNode[];
  ranges: string[];
  seconds: number;
  assumptions: string[];
  names: string[];
  /** The acts that lead from the first node to the decision that was asked about. */
  path: number[];
  /** The hand of the player who acts there; "" if it may not be seen. */
  held: string;
  /** The number of the act that was chosen. */
  played: number | null;
}

/** A decision that the solver cannot answer. */
export interface Unsolved {
  /** The reason, in a sentence or two. */
  why: string;
}

/** A stretch of a match with options of its own, such as blinds: it begins between two hands. It lasts a number of hands, or of minutes. A level without either lasts for ever; or, if the match has to be over by a time, such levels share the time that is left evenly. */
export interface Level {
  hands?: number;
  minutes?: number;
  /** Options of the game, as the host may change them between hands. */
  changes?: Record<string, unknown>;
  /** Whether it is a break, in which no hand begins: only in tournaments over many tables. */
  rest?: boolean;
}

/** The visitor that opened a private table, and the game that it chose. */
export interface Opener {
  /** The hash of a token that nobody else has. */
  proof: string;
  /** The name of the game in the lobby. */
  game: string;
  /** The seat that is for the opener, at a table that begins in the middle of a hand; by default any that is free. */
  seat: number | null;
}

/** Tables that can be joined, under one code or by a roster. */
export interface NewTable {
  /** A name of `croupier games`. */
  game: string;
  /** The source of the genome, if the game is one that was sent along. */
  genome?: string;
  title?: string;
  /** Options of the game (`Game.configure`). */
  options?: Record<string, unknown>;
  /** The seats of a table; by default as many as the options say. */
  seats?: number | null;
  /** How many players a match needs to begin. */
  least?: number;
  /** Whether the host begins the first hand; otherwise it begins when enough players are there. */
  manual?: boolean;
  /** The time for a decision; by default as long as the options say. */
  move_time_ms?: number | null;
  /** Extra time for a whole match. It is used only while one seat alone has to decide. */
  bank_ms?: number;
  /** How long the table rests between two hands. */
  between_ms?: number;
  /** How long a player may be away before it leaves, if the game has LEAVE. */
  grace_ms?: number;
  /** Whether the table makes the pauses that the game asks for, for spectators. */
  shows?: boolean;
  /** Whether everybody may read what players thought, once a match is over. */
  open_thoughts?: boolean;
  /** The levels of a match, in order. If the last of them has an end, the match is over with it. */
  levels?: Level[];
  /** The interval between two Scenes while a person plays; see `pace`. */
  pace_ms?: number;
  /** At a cash table: for how long a player that has left must bring back the chips it took; 0 for never. */
  rathole_minutes?: number;
  /** At a cash table: how long a player keeps a chair without chips; 0 for as long as it likes. */
  empty_minutes?: number;
  /** Whether a match with too few players left waits for another to sit down; otherwise it ends. A cash table always waits. */
  waits?: boolean;
  /** Whether another match begins when one is over. */
  again?: boolean;
  /** The number of matches after which no other begins; 0 for no end. */
  matches?: number;
  /** The number of hands after which the host may see every card of a hand; 0 for never. */
  god_view?: number;
  /** Whether everybody may see every card once a match is over; by default only at tables against the house. */
  opens?: boolean | null;
  /** Whether players may ask for hints: only at private tables, whose matches count nowhere. */
  hints?: boolean;
  /** Whether players may ask for the cards that would have come in a hand that ended early: only at private tables. */
  rabbit?: boolean;
  id?: string;
  /** One table · a table against the house for every client, one always open · the same for every connection · a queue that pairs two · a visitor's table for friends. */
  kind?: "house" | "practice" | "private" | "queue" | "table";
  /** The join code; without one, a new one is made. */
  code?: string;
  /** Teams with their codes: then nobody else may sit down. */
  roster?: Record<string, string>;
  /** Whether the lobby tells the code to everybody. */
  public?: boolean;
  /** House bots that sit at a table from the start. */
  bots?: string[];
  /** The house bot that plays against each client, if the kind is "house"; that fills a "private" table. */
  policy?: string;
  /** The most tables of a cash game: another is set up when all are full, and players may change between them. */
  tables?: number;
  /** When the last hand begins at the latest: a time of day, "18:30", or a date with one, "2026-11-16T18:30". */
  finish_by?: string;
  /** Tokens, if the kind is "queue". */
  stake?: number;
  /** The visitor that opened it, if the kind is "private". */
  opener?: Opener | null;
}

/** An order of a host to a table. */
export interface TableOrder {
  order: string;
  seat?: number | null;
  /** The player in the seat, in place of the seat's number. */
  team?: string;
  values?: Record<string, unknown>;
  why?: string;
}

/** The terms of a tournament. Without `starts`, it begins when `players` have entered (a sit-and-go). */
export interface Terms {
  /** When it begins, "20:00" or with a date. */
  starts?: string;
  /** The most players at the start; 0 for no limit, which only a scheduled tournament can have. */
  players?: number;
  /** The tokens that an entry, a re-entry, a re-buy or an add-on costs. All fees go into the prize pool. */
  fee?: number;
  /** The tokens that the house adds to the prize pool. */
  added?: number;
  /** The number of levels during which players may still enter, enter again, and buy chips. */
  late_levels?: number;
  /** How often a player that is out may enter again. */
  reentries?: number;
  /** How often a player with no more chips than a starting stack may buy another. */
  rebuys?: number;
  /** The chips of the add-on, which every player may buy once; 0 for none. */
  addon?: number;
  /** The prizes in percent of the pool, from the first place down; without them, 15 % of the entries are paid. */
  payouts?: number[];
  /** Whether all tables play hand for hand while one player is left to go out before the prizes. */
  hand_for_hand?: boolean;
  /** Whether seats are drawn anew for the final table. */
  redraw?: boolean;
  /** By how much the time bank of every player grows with each level after the first. */
  bank_grows_ms?: number;
}

/** An event. Every key but `kind` has a default. */
export interface NewEvent {
  /** A name of `croupier games`. */
  game?: string;
  /** The source of the genome, if the game is one that was sent along. */
  genome?: string;
  title?: string;
  /** Options of the game (`Game.configure`). */
  options?: Record<string, unknown>;
  /** Seats of a table, where the kind does not say. */
  seats?: number | null;
  /** The number of teams that have to be there before the first match begins. */
  least?: number;
  /** Whether the host begins it. */
  manual?: boolean;
  /** The time for a decision; by default as long as the options say. */
  move_time_ms?: number | null;
  /** Extra time for a whole match. It is used only while one seat alone has to decide. */
  bank_ms?: number;
  /** How long the table rests between two hands. */
  between_ms?: number;
  /** How long a player may be away before it leaves, if the game has LEAVE. */
  grace_ms?: number;
  /** Whether the table makes the pauses that the game asks for, for spectators. */
  shows?: boolean;
  /** Whether everybody may read what players thought, once a match is over. */
  open_thoughts?: boolean;
  /** The levels of a match, in order. If the last of them has an end, the match is over with it. */
  levels?: Level[];
  id?: string;
  /** `common`: every team plays the same deals against the same house bots · `mirrored`: house bots play every deal in all rotations · `robin`: every team against every other, two at a table · `rolling`: short matches of two, one after the other until it freezes · `freezeout`: all at one table until one has everything · `tournament`: over many tables, from which players are moved as others go out · `duplicate`: every team plays the same tournaments at one table, with the same cards, against the same house bots. */
  kind: "common" | "duplicate" | "freezeout" | "mirrored" | "robin" | "rolling" | "tournament";
  /** Hands of a match; 0 means one hand, or in a freezeout as many as it takes. */
  hands?: number;
  /** Deals or duplicate tournaments of each team, matches of each pair, freezeouts; of a rolling event, matches until the next pairing. */
  deals?: number;
  /** The code for all; without one, and without a roster, a new one is made. */
  code?: string;
  /** Teams with their codes; a team whose code is "" gets a new one. */
  roster?: Record<string, string>;
  /** Whether the lobby tells the code. */
  public?: boolean;
  /** House bots: the panel of common deals and duplicate tournaments; elsewhere they take part. Of mirrored deals also bots of files, each in a process of its own: `proc:FILE.py`. */
  bots?: string[];
  /** When the last hand begins at the latest, "18:30" or with a date. */
  finish_by?: string;
  /** When the last match begins at the latest. */
  freeze?: string;
  /** Whether teams are not told the names of their opponents. */
  aliases?: boolean;
  /** The code of practice tables, which are run as in the event; "" for none. */
  practice?: string;
  /** The terms of a tournament; of duplicate tournaments, its `payouts` alone. */
  tournament?: Terms;
  /** How many house bots take part in a tournament: those of `bots` in turn; 0 for one of each. */
  house?: number;
  /** A value function, `FILE.py:NAME`, which removes luck before the last decision too. */
  value?: string;
}

/** An order of a host to an event. */
export interface NewEventOrder {
  order: string;
  team?: string;
  match?: string;
  why?: string;
  values?: Record<string, unknown>;
}

/** What a player wants in a tournament: to enter again, or to buy chips. */
export interface NewTournamentWish {
  what: "reenter" | "addon" | "rebuy";
}

/** The table to which a player wants to change; its own to stay. */
export interface WishedTable {
  to: string;
}

/** What a visitor wants to play, as `POST /api/private` takes it. */
export interface Wish {
  /** The id of the game in the lobby. */
  game: string;
  /** Chairs for people, the opener's among them. */
  people?: number;
  /** All chairs; those that are not for people are for house bots. */
  seats?: number | null;
  /** The house bot in those chairs, and in the chairs that are free when the opener begins. */
  policy?: string;
  move_time_ms?: number;
  /** Whether anybody with the link may see every card once a match is over. */
  opens?: boolean;
  /** Whether every player may ask the house for hints. */
  hints?: boolean;
  /** Whether every player may ask for the cards that would have come in a hand that ended early. */
  rabbit?: boolean;
}

/** A rating of a game, from 1 to 5, and how much of it was in the player's hands, from 1 (nothing) to 5 (all); 0 leaves that open. The last rating of a team counts. */
export interface Rating {
  rating: number;
  in_hands?: number;
  team?: string;
}

/** Tokens that a browser has kept. */
export interface Tokens {
  tokens: string[];
}

/** The step of a hand at which a seat is taken over: after how many moves, and which seat. */
export interface TakenStep {
  made: number;
  seat: number;
}

/** A name that a visitor wants to keep, and the tokens of `welcome` that it has under this name. */
export interface WishedName {
  name: string;
  tokens?: string[];
}
