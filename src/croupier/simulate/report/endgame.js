"use strict";
/* Draws a solved endgame: a node of the tree, both ranges there, and one hand of them. */
const data = JSON.parse(document.getElementById("endgame-data").textContent);
const RANKS = "AKQJT98765432", SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const root = document.documentElement;
const part = name => document.querySelector(`[data-part="${name}"]`);
const state = { path: [], answer: null, kind: "", combo: -1, owner: 0, shown: 0 };
/* path: the acts taken from the root; answer: the node at which the other player answers, if its grid shows one; kind,
   combo: the hand looked at, which belongs to the player `owner`; shown: whose grid a narrow screen shows. */

const make = (tag, attributes = {}, ...inner) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    name.startsWith("on") ? element.addEventListener(name.slice(2), value) : element.setAttribute(name, value);
  element.append(...inner);
  return element;
};
const number = value => value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 }).replace("-", "−");
const chips = value => value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace(/^-0.0$/, "0.0").replace("-", "−");
const percent = share => `${Math.round(100 * share)} %`;
const sentence = text => text[0].toUpperCase() + text.slice(1);
const short = act => sentence(act.replace(/^(?:bet|raise to) (.*), all-in$/, "all-in $1"));
const player = seat => `Player ${seat + 1}`;

/* The node that acts lead to from the root, and a colour for each of its acts: passive ones first. */
const nodeAt = path => path.reduce((node, act) => data.nodes[node.children[act]], data.nodes[0]);
function colours(node) {
  const bets = node.acts.filter(act => /^(bet|raise)/.test(act)).length;
  let bet = 0;
  return node.acts.map(act => {
    if (act === "fold") return "var(--act-fold)";
    if (!/^(bet|raise)/.test(act)) return "var(--act-call)";
    const depth = bets === 1 ? 100 : Math.round(100 * bet++ / (bets - 1));
    return `color-mix(in oklab, var(--act-more) ${depth}%, var(--act-bet))`;
  });
}

function kindOf(hand) {
  const [a, b] = [hand[0], hand[2]].sort((x, y) => RANKS.indexOf(x) - RANKS.indexOf(y));
  return a === b ? a + b : a + b + (hand[1] === hand[3] ? "s" : "o");
}
const kinds = data.hands.map(hands => {
  const found = {};
  hands.forEach((hand, at) => (found[kindOf(hand)] ??= []).push(at));
  return found;
});
const combosOf = kind => kind.length === 2 ? 6 : kind.endsWith("s") ? 4 : 12;

/* How often each act is taken with some hands of the player who acts, weighed by how likely each is. */
function mixOf(node, hands) {
  let weights = hands.map(hand => node.held[hand]);
  if (!weights.some(weight => weight > 0)) weights = hands.map(hand => node.reach[node.actor][hand]);
  if (!weights.some(weight => weight > 0)) weights = hands.map(() => 1);
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  const mean = rows => rows.map(row => hands.reduce((total, hand, i) => total + weights[i] * row[hand], 0) / sum);
  return { shares: mean(node.shares).map(share => share / 1000), worth: mean(node.worth) };
}
const every = node => data.hands[node.actor].map((_, at) => at);
const mixBar = (shares, tones) =>
  make("span", { class: "mix" }, ...shares.map((share, at) => make("i", { style: `--c:${tones[at]};--p:${100 * share}` })));

function fill(shares, tones) {
  let from = 0;
  const stops = shares.map((share, at) => `${tones[at]} ${100 * from}% ${100 * (from += share)}%`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

function grid(seat, reach, node) {
  const box = make("div", { class: "grid13", role: "group", "aria-label": `Range of ${player(seat).toLowerCase()}` });
  const top = Math.max(...reach, 1e-9), tones = node ? colours(node) : [];
  for (let row = 0; row < 13; row++)
    for (let column = 0; column < 13; column++) {
      const [high, low] = row < column ? [row, column] : [column, row];
      const kind = RANKS[high] + RANKS[low] + (row === column ? "" : row < column ? "s" : "o");
      const hands = kinds[seat][kind] ?? [];
      const share = hands.reduce((total, hand) => total + reach[hand], 0) / (top * combosOf(kind));
      const cell = make("button", { type: "button", "aria-pressed": state.kind === kind && state.owner === seat }, kind);
      if (share < 0.002) cell.className = "out";
      else {
        cell.style.setProperty("--w", Math.max(46, Math.round(100 * share)));
        cell.style.setProperty("--fill", node ? fill(mixOf(node, hands).shares, tones) : "linear-gradient(var(--act-fold) 0 0)");
      }
      cell.addEventListener("click", () => show({ kind, combo: -1, owner: seat }));
      box.append(cell);
    }
  return box;
}

function heldCount(seat, reach) {
  const top = Math.max(...reach, 1e-9);
  return `${number(Math.round(reach.reduce((total, share) => total + share / top, 0)))} of 1,326 hands`;
}

/* One player's range: what it does at `node`, or nothing if it is not asked. */
function range(box, seat, heading, reach, node, press) {
  box.replaceChildren(make("header", {}, make("h2", {}, heading), make("span", { class: "quiet" }, heldCount(seat, reach))));
  if (node) {
    const tones = colours(node), { shares } = mixOf(node, every(node));
    box.append(mixBar(shares, tones), make("div", { class: "acts" }, ...node.acts.map((act, at) => press(act, at, shares[at], tones[at]))));
  }
  box.append(grid(seat, reach, node));
}

const told = node => node && node.shares;
const goesOn = child => told(data.nodes[child]) ? "" : { folded: "the pot is won", showdown: "hands are shown", "river card": "the river card comes" }[data.nodes[child].kind] ?? "not in this page";

function showRanges(node) {
  const acting = node.actor, other = 1 - acting;
  const { shares } = mixOf(node, every(node));
  const answered = shares.reduce((best, share, at) => !goesOn(node.children[at]) && !(share <= shares[best]) ? at : best, -1);
  state.answer = answered < 0 ? null : data.nodes[node.children[answered]];
  range(part("box0"), acting, `${player(acting)} to act`, node.reach[acting], node, (act, at, share, tone) => {
    const end = goesOn(node.children[at]);
    const button = make("button", { type: "button", class: "btn", title: end ? `${sentence(act)}: ${end}` : `Go on after ${act}`,
      onclick: () => show({ path: [...state.path, at], shown: 0 }) },
      make("i", { style: `--c:${tone}` }), short(act), make("b", {}, percent(share)));
    button.disabled = Boolean(end);
    return button;
  });
  const heading = state.answer ? `${player(other)}, after ${node.acts[answered]}` : player(other);
  range(part("box1"), other, heading, (state.answer ?? node).reach[other], state.answer, (act, at, share, tone) =>
    make("span", {}, make("i", { style: `--c:${tone}` }), short(act), make("b", {}, percent(share))));
  part("tabs").replaceChildren(...[acting, other].map((seat, at) => make("button", { type: "button", class: "btn",
    "aria-pressed": state.shown === at, onclick: () => show({ shown: at }) }, player(seat))));
  [0, 1].forEach(at => part(`box${at}`).classList.toggle("away", state.shown !== at));
}

const cardOf = name => make("span", { class: `card${"dh".includes(name[1]) ? " red" : ""}`, role: "img", "aria-label": name }, `${name[0]}\n${SUITS[name[1]]}`);
const inline = hand => [hand.slice(0, 2), hand.slice(2)].map(card =>
  make("span", "dh".includes(card[1]) ? { class: "red" } : {}, `${card[0]}${SUITS[card[1]]}`));

function showPath() {
  const board = make("span", { class: "cards" }, ...data.board.split(" ").map(cardOf));
  const steps = [make("li", {}, board, step(0, `pot ${number(data.pot)}`, `${player(data.nodes[0].actor)} begins`))];
  state.path.forEach((act, at) => {
    const before = nodeAt(state.path.slice(0, at)), after = data.nodes[before.children[act]];
    steps.push(make("li", {}, step(at + 1, `pot ${number(after.pot)}`, `${player(before.actor)}: ${before.acts[act]}`)));
  });
  part("path").replaceChildren(...steps);
  steps.at(-1).scrollIntoView({ inline: "center", block: "nearest" });
}
const step = (length, above, below) => make("button", { type: "button", class: length === state.path.length ? "here" : "",
  onclick: () => show({ path: state.path.slice(0, length) }) }, make("span", {}, above), make("b", {}, below));

function showHand(node) {
  const box = part("hand"), here = state.owner === node.actor ? node : state.answer, hands = kinds[state.owner][state.kind] ?? [];
  if (!state.kind || !hands.length) {
    box.replaceChildren(make("h2", {}, state.kind ? `${state.kind} is not in the range` : "No hand chosen"), make("p", { class: "quiet" }, "Press a cell of a grid."));
    return;
  }
  const looked = state.combo >= 0 ? [state.combo] : hands;
  const name = state.combo >= 0 ? make("span", { class: "cards" }, ...[0, 2].map(at => cardOf(data.hands[state.owner][state.combo].slice(at, at + 2)))) : "";
  const title = make("div", { class: "title" }, name, make("div", {}, make("h2", {}, state.combo >= 0 ? "One hand" : state.kind), make("p", { class: "quiet" }, player(state.owner))));
  if (!here) {
    box.replaceChildren(title, make("p", { class: "quiet" }, `${player(state.owner)} does not act here.`));
    return;
  }
  const tones = colours(here), { shares, worth } = mixOf(here, looked);
  const rows = here.acts.map((act, at) => make("div", { class: "choice" }, make("b", {}, short(act)), make("span", { class: "num" }, percent(shares[at])),
    make("span", { class: "num" }, chips(worth[at])), mixBar([shares[at]], [tones[at]])));
  box.replaceChildren(title,
    make("div", { class: "choice head" }, make("h3", {}, "The solver"), make("h3", { class: "num" }, "how often"), make("h3", { class: "num" }, "worth")), ...rows,
    make("p", { class: "quiet" }, "Worth in chips from the start of this street, on average, if both go on like this."),
    make("h3", {}, `${state.kind}, hand by hand`),
    make("div", { class: "combos" }, ...hands.map(hand => make("button", { type: "button", "aria-pressed": state.combo === hand,
      onclick: () => show({ combo: state.combo === hand ? -1 : hand }) }, make("span", {}, ...inline(data.hands[state.owner][hand])), mixBar(mixOf(here, [hand]).shares, tones)))));
}

function showExact() {
  const value = data.exploitability_percent, at = share => Math.min(280, Math.max(8, 259 - 96 * Math.log10(share / 0.1)));
  const x = at(Math.max(value, 0.01)), scale = [10, 1, 0.1].map(mark => `<path d="M${at(mark)} 20v8" stroke="var(--edge)"/><text x="${at(mark)}" y="42" text-anchor="middle">${mark} %</text>`);
  const box = part("exact");
  box.innerHTML = `<p><b>Exploitability ${value.toFixed(2)} % of the pot</b>, ${data.exploitability.toPrecision(2)} of ${number(data.pot)} chips</p>
    <svg class="exact" viewBox="0 0 288 46" role="img" aria-label="${value.toFixed(2)} percent; good enough is 0.5"><path d="M0 24H288" stroke="var(--line)" stroke-width="6"/>
    <path d="M0 24H${x}" stroke="var(--ink-3)" stroke-width="6"/><path d="M${at(0.5)} 12v24" stroke="var(--ink)" stroke-width="2"/>
    <text x="${at(0.5)}" y="8" text-anchor="middle">good enough 0.5 %</text><circle cx="${x}" cy="24" r="7" fill="var(--ink)"/>${scale.join("")}</svg>`;
  box.append(make("p", {}, `Of the pot of ${number(data.pot)}, player 1 gets ${chips(data.values[0])} and player 2 ${chips(data.values[1])}. Stacks ${data.stacks.map(number).join(" and ")}.`),
    make("p", { class: "quiet" }, `${number(data.iterations)} iterations in ${data.seconds.toFixed(1)} s. ${data.ranges.map((text, seat) => `${player(seat)}: ${text}`).join(" · ")}.`));
}

function show(change) {
  Object.assign(state, change);
  const node = nodeAt(state.path);
  showPath();
  showRanges(node);
  showHand(node);
}

const light = matchMedia("(prefers-color-scheme: light)").matches;
root.dataset.theme = /light|dark/.exec(location.hash)?.[0] ?? (light ? "light" : "dark");
part("theme").addEventListener("click", () => { root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark"; });
addEventListener("keydown", event => {
  if (event.key === "ArrowLeft" && state.path.length && !event.altKey) show({ path: state.path.slice(0, -1) });
});
showExact();
if (told(data.nodes[0])) {
  const owner = data.nodes[0].actor;
  const mixing = kind => Math.max(...mixOf(data.nodes[0], kinds[owner][kind]).shares);
  show({ owner, kind: Object.keys(kinds[owner]).reduce((a, b) => mixing(b) < mixing(a) ? b : a) });
} else {
  document.querySelector(".reading").replaceChildren("Nobody has anything to decide here: a player is all-in.");
  part("path").append(make("li", {}, make("span", { class: "cards" }, ...data.board.split(" ").map(cardOf)), `pot ${number(data.pot)}`));
}
