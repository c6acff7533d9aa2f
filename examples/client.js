// A complete hold'em client for a Croupier arena: Node 22 or newer, no package needed.
//
//   node client.js ws://127.0.0.1:8000/ws Alpha HOLDEM
//
// Put your own play into `decide`. All messages are in docs/protocol.md; whatever is not known here is ignored.

const [url, team, code] = process.argv.slice(2);
if (!code) {
  console.error("usage: node client.js URL TEAM CODE");
  process.exit(2);
}

/** Your bot: from an `act` to an action. Here: raise with a pair or an ace, check for nothing, else call small bets. */
function decide(act) {
  const [first, second] = act.you.hole;
  const strong = first[0] === second[0] || first[0] === "A" || second[0] === "A";
  if (strong && act.legal.includes("RAISE_TO")) return { action: "RAISE_TO", amount: act.min_raise_to };
  if (act.legal.includes("CHECK")) return { action: "CHECK" };
  return { action: strong || act.you.to_call * 4 <= act.pot ? "CALL" : "FOLD" };
}

let socket;
let token = ""; // proves that the seat is ours, when we come back
let table = "", event; // where we sit, and the event that it is part of, if any
let last = null, match = ""; // the number of the last message that we have, and the match that it is of
let asked = null, answer = null; // the question that was answered last, and the answer
let failures = 0, hands = 0;
let done = false;

function say(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ v: 1, ...message }));
}

function play(act) {
  if (act.act_id === asked) return; // the same question again, after a break
  asked = act.act_id;
  answer = { type: "action", act_id: act.act_id, ...decide(act) };
  say(answer);
}

async function hear(message) {
  if (message.n !== undefined) {
    if (last !== null && message.n <= last) return; // came twice
    if (last !== null && message.n > last + 1) return socket.close(); // something is missing: come back for it
    last = message.n, match = message.match_id ?? match;
  }
  if (message.type === "welcome") {
    failures = 0;
    token = message.token ?? token;
    event = message.event;
    if (table !== message.table_id) last = asked = answer = null; // another table of an event: forget the last one
    if (table && answer) say(answer); // it may have been lost; if not, it is refused as too late, without harm
    table = message.table_id;
    console.log(`${team} sits in seat ${message.seat} at ${table}`);
  } else if (message.type === "snapshot") {
    last = null, match = message.match_id; // numbers go on from anywhere
    if (message.legal) play(message);
  } else if (message.type === "act") {
    play(message);
  } else if (message.type === "end_hand") {
    hands += 1;
  } else if (message.type === "error") {
    if (!table) return leave(1, `the arena refused us: ${message.msg}`);
    if (message.code !== "ACTION_TOO_LATE") console.error(`refused: ${message.msg}`);
  } else if (message.type === "match_end") {
    console.log(`${hands} hands; ${message.winner.team} has won`, JSON.stringify(message.final_stacks));
    if (event) return; // the next table welcomes us, or the arena says that it is over
    const http = url.replace(/^ws/, "http").replace(/\/ws$/, "");
    const now = await (await fetch(`${http}/api/tables/${table}`)).json();
    if (!now.playing) leave(0, "the table is done"); // else it goes on with another match
  }
}

function leave(status, why) {
  done = true;
  console.log(why);
  process.exitCode = status;
  socket.close(1000);
}

function connect() {
  if (done) return;
  socket = new WebSocket(url);
  socket.onopen = () => {
    const hello = { type: "hello", team, join_code: code, token };
    const where = { resume: last ?? 0, resume_table: table, resume_match: match };
    say(table ? { ...hello, ...where } : hello); // we get the messages that we missed, or a snapshot
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (done) return;
    if (event.code === 4003) return leave(0, event.reason); // an event is over
    if ([1008, 4001, 4002].includes(event.code)) return leave(1, `the arena has closed the connection: ${event.reason}`);
    if (!table) return leave(1, "no arena answers"); // otherwise reconnect: a broken connection does not end a match
    setTimeout(connect, Math.min(5000, 100 * 2 ** failures++));
  };
}

connect();
