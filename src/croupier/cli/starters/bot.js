// NAME: a hold'em bot in JavaScript. Try it: croupier match "cmd:node NAME.js" house:station
"use strict";

/** Called whenever it is our turn: `question.legal` has the names of what we may do. */
function act(question) {
  const [first, second] = question.you.hole; // our two cards, such as "Ah" and "Td"
  const toCall = question.you.to_call;
  if (first[0] === second[0] && question.legal.includes("RAISE_TO")) { // a pair: bet the pot
    const currentBet = Math.max(...question.players.map((player) => player.committed));
    const wanted = currentBet + question.pot; // RAISE_TO takes the total of this street
    return { action: "RAISE_TO", amount: Math.min(question.max_raise_to, Math.max(question.min_raise_to, wanted)) };
  }
  return { action: toCall === 0 ? "CHECK" : 4 * toCall <= question.pot ? "CALL" : "FOLD" };
}

// One JSON object a line. Besides `act` there are welcome, start_hand, event, end_hand and match_end: docs/protocol.md.
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "act") {
    console.log(JSON.stringify({ type: "action", act_id: message.act_id, ...act(message) }));
  }
});
