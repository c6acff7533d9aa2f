/* Draws a solved endgame: a node of the tree, both ranges there, and one hand of them. The page of `croupier solve` and
   replays in the browser both call `draw`. */
const RANKS = "AKQJT98765432", SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const READING = "A cell, from left to right: how often each act. Its height: how much of the hand is in the range. Above the diagonal " +
  "suited, below it not. Press a cell for its hands, an act to go on; what a dashed act leads to is not on this page, or nobody decides " +
  "anything there.";
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 };
/* How far an arrow key moves in a grid of 13 × 13 cells. */

const make = (tag, attributes = {}, ...inner) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value; /* The room's policy allows this, and no attribute. */
    else element.setAttribute(name, value);
  element.append(...inner);
  return element;
};
const number = value => value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 }).replace("-", "−");
const chips = value => value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace(/^-0.0$/, "0.0").replace("-", "−");
const percent = share => `${Math.round(100 * share)} %`;
const sentence = text => text[0].toUpperCase() + text.slice(1);
const short = act => sentence(act.replace(/^(?:bet|raise to) (.*), all-in$/, "all-in $1"));

/* A colour for each act of a node: passive acts first. */
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
const combosOf = kind => kind.length === 2 ? 6 : kind.endsWith("s") ? 4 : 12;

/* How often each act is taken with some hands of the player who acts, weighed by how likely each is. */
function mixOf(node, hands) {
  let weights = hands.map(hand => node.held[hand]);
  if (!weights.some(weight => weight > 0)) weights = hands.map(hand => node.reach[node.actor][hand]);
  if (!weights.some(weight => weight > 0)) weights = hands.map(() => 1);
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  const mean = rows => rows.map(row => hands.reduce((total, hand, i) => total + weights[i] * row[hand], 0) / sum);
  return { shares: mean(node.shares).map(share => share / 1000), worth: node.worth && mean(node.worth) };
}
const mixBar = (shares, tones) =>
  make("span", { class: "mix", "aria-hidden": true }, ...shares.map((share, at) => make("i", { style: `--c:${tones[at]};--p:${100 * share}` })));

function fill(shares, tones) {
  let from = 0;
  const stops = shares.map((share, at) => `${tones[at]} ${100 * from}% ${100 * (from += share)}%`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

const cardOf = name => make("span", { class: `card${"dh".includes(name[1]) ? " red" : ""}`, role: "img", "aria-label": name }, `${name[0]}\n${SUITS[name[1]]}`);
const cardsOf = text => make("span", { class: "cards" }, ...text.match(/[^ ]{2}/g).map(cardOf));
const inline = hand => [hand.slice(0, 2), hand.slice(2)].map(card =>
  make("span", "dh".includes(card[1]) ? { class: "red" } : {}, `${card[0]}${SUITS[card[1]]}`));
const told = node => node && node.shares;

/* Draw a solution into an element of the class `solve`. Beside what `endgame.account.as_data` gives, `data` has `ranges`, `seconds` and
   `assumptions` in words. What the blueprint does on a flop has no worth and no exploitability, and `whose` it is. A replay adds `names` of the players, `path`, the acts that lead to the decision it asks about, `held`, the
   hand of the player who acts there, and `played`, the number of the act that was chosen. The answer goes one act back. */
export function draw(root, data) {
  const state = { path: data.path ?? [], answer: null, kind: "", combo: -1, owner: 0, shown: 0 };
  /* path: the acts taken from the root; answer: the node at which the other player answers, if its grid shows one; kind,
     combo: the hand looked at, which belongs to the player `owner`; shown: whose grid a narrow screen shows. */
  const part = name => root.querySelector(`[data-part="${name}"]`);
  const box = (tag, name, attributes = {}) => make(tag, { "data-part": name, ...attributes });
  root.append(
    box("ol", "path", { class: "path", "aria-label": "How the hand came here" }),
    make("section", { class: "ranges", "aria-label": "Both ranges" }, box("div", "tabs", { class: "tabs" }),
      box("article", "box0", { class: "rangebox" }), box("article", "box1", { class: "rangebox" }),
      box("p", "reading", { class: "quiet reading" })),
    make("aside", { class: "side", "aria-label": "One hand, and how exact this is" }, box("div", "hand"),
      make("section", {}, make("h3", {}, "How exact"), box("div", "exact"), make("p", { class: "quiet" }, data.assumptions.join(" ")))));

  const whose = data.whose ?? "The solver";
  const player = seat => data.names?.[seat] ?? `Player ${seat + 1}`;
  const nodeAt = path => path.reduce((node, act) => data.nodes[node.children[act]], data.nodes[0]);
  const asked = data.path ? nodeAt(data.path) : null;
  const every = node => data.hands[node.actor].map((_, at) => at);
  const kinds = data.hands.map(hands => {
    const found = {};
    hands.forEach((hand, at) => (found[kindOf(hand)] ??= []).push(at));
    return found;
  });
  const isHeld = (seat, kind) => Boolean(data.held) && seat === asked.actor && kindOf(data.held) === kind;

  function grid(seat, reach, node) {
    const cells = make("div", { class: "grid13", role: "group", "aria-label": `Range of ${player(seat)}`, onkeydown: walk });
    const top = Math.max(...reach, 1e-9), tones = node ? colours(node) : [];
    for (let row = 0; row < 13; row++)
      for (let column = 0; column < 13; column++) {
        const [high, low] = row < column ? [row, column] : [column, row];
        const kind = RANKS[high] + RANKS[low] + (row === column ? "" : row < column ? "s" : "o");
        cells.append(cellOf(seat, kind, reach, top, node, tones));
      }
    if (!cells.querySelector('[tabindex="0"]')) cells.firstChild.tabIndex = 0;
    return cells;
  }

  function cellOf(seat, kind, reach, top, node, tones) {
    const hands = kinds[seat][kind] ?? [], chosen = state.kind === kind && state.owner === seat;
    const share = hands.reduce((total, hand) => total + reach[hand], 0) / (top * combosOf(kind));
    const cell = make("button", { type: "button", "data-key": `${seat} ${kind}`, "aria-pressed": chosen, tabindex: chosen ? 0 : -1,
      onclick: () => show({ kind, combo: -1, owner: seat }) }, kind);
    const words = [];
    if (share < 0.002) {
      cell.className = "out";
      words.push("not in the range");
    } else {
      const shares = node ? mixOf(node, hands).shares : [];
      cell.style.setProperty("--w", Math.max(46, Math.round(100 * share)));
      cell.style.setProperty("--fill", node ? fill(shares, tones) : "linear-gradient(var(--act-fold) 0 0)");
      words.push(...shares.map((part, at) => `${node.acts[at]} ${percent(part)}`), `${percent(share)} in the range`);
    }
    if (isHeld(seat, kind)) {
      cell.classList.add("held");
      words.push("the hand held");
    }
    cell.setAttribute("aria-label", `${kind}: ${words.join(", ")}`);
    return cell;
  }

  /* Arrow keys move over the cells of a grid: only one cell, not all 169, can be reached by Tab. */
  function walk(event) {
    const cells = [...event.currentTarget.children], next = cells[cells.indexOf(event.target) + STEPS[event.key]];
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  function heldCount(reach) {
    const top = Math.max(...reach, 1e-9);
    return `${number(Math.round(reach.reduce((total, share) => total + share / top, 0)))} of 1,326 hands`;
  }

  /* One player's range: its strategy at `node`, or nothing if it does not act there. */
  function range(article, seat, heading, reach, node, press) {
    article.replaceChildren(make("header", {}, make("h2", {}, heading), make("span", { class: "quiet" }, heldCount(reach))));
    if (node) {
      const tones = colours(node), { shares } = mixOf(node, every(node));
      article.append(mixBar(shares, tones), make("div", { class: "acts" }, ...node.acts.map((act, at) => press(act, at, shares[at], tones[at]))));
    }
    article.append(grid(seat, reach, node));
  }

  const goesOn = child => told(data.nodes[child]) ? "" : { folded: "the pot is won", showdown: "hands are shown", "river card": "the river card comes", "turn card": "the turn card comes" }[data.nodes[child].kind] ?? "not in this page";

  function showRanges(node) {
    const acting = node.actor, other = 1 - acting;
    const { shares } = mixOf(node, every(node));
    const answered = shares.reduce((best, share, at) => !goesOn(node.children[at]) && !(share <= shares[best]) ? at : best, -1);
    state.answer = answered < 0 ? null : data.nodes[node.children[answered]];
    range(part("box0"), acting, `${player(acting)} to act`, node.reach[acting], node, (act, at, share, tone) => {
      const end = goesOn(node.children[at]);
      const button = make("button", { type: "button", class: "btn", title: end ? `${sentence(act)}: ${end}` : `Go on after ${act}`,
        onclick: () => show({ path: [...state.path, at], shown: 0 }) },
        make("i", { style: `--c:${tone}` }), `${short(act)} `, make("b", {}, percent(share)));
      button.disabled = Boolean(end);
      return button;
    });
    const heading = state.answer ? `${player(other)}, after ${node.acts[answered]}` : player(other);
    range(part("box1"), other, heading, (state.answer ?? node).reach[other], state.answer, (act, at, share, tone) =>
      make("span", {}, make("i", { style: `--c:${tone}` }), `${short(act)} `, make("b", {}, percent(share))));
    part("tabs").replaceChildren(...[acting, other].map((seat, at) => make("button", { type: "button", class: "btn", "data-key": `tab ${at}`,
      "aria-pressed": state.shown === at, onclick: () => show({ shown: at }) }, player(seat))));
    [0, 1].forEach(at => part(`box${at}`).classList.toggle("away", state.shown !== at));
  }

  function showPath() {
    const steps = [make("li", {}, cardsOf(data.board), step(0, `pot ${number(data.pot)}`, `${player(data.nodes[0].actor)} begins`))];
    state.path.forEach((act, at) => {
      const before = nodeAt(state.path.slice(0, at)), after = data.nodes[before.children[act]];
      steps.push(make("li", {}, step(at + 1, `pot ${number(after.pot)}`, `${player(before.actor)}: ${before.acts[act]}`)));
    });
    part("path").replaceChildren(...steps);
    steps.at(-1).scrollIntoView({ inline: "center", block: "nearest" });
  }
  const step = (length, above, below) => make("button", { type: "button", "data-key": `step ${length}`,
    ...(length === state.path.length ? { class: "here", "aria-current": "step" } : {}),
    onclick: () => show({ path: state.path.slice(0, length) }) }, make("span", {}, above), make("b", {}, below));

  function showHand(node) {
    const side = part("hand"), here = state.owner === node.actor ? node : state.answer, hands = kinds[state.owner][state.kind] ?? [];
    if (!state.kind || !hands.length) {
      side.replaceChildren(make("h2", {}, state.kind ? `${state.kind} is not in the range` : "No hand chosen"), make("p", { class: "quiet" }, "Press a cell of a grid."));
      return;
    }
    const looked = state.combo >= 0 ? [state.combo] : hands, hand = data.hands[state.owner][state.combo];
    const held = Boolean(data.held) && state.owner === asked.actor && hand === data.held;
    const title = make("div", { class: "title" }, hand ? cardsOf(hand) : "", make("div", {},
      make("h2", {}, held ? `What ${player(state.owner)} held` : hand ? "One hand" : state.kind),
      make("p", { class: "quiet" }, held ? `one of the hands ${state.kind}` : player(state.owner))));
    if (!here) {
      side.replaceChildren(title, make("p", { class: "quiet" }, `${player(state.owner)} does not act here.`));
      return;
    }
    const tones = colours(here), { shares, worth } = mixOf(here, looked);
    const row = (kind, role, ...cells) => make("div", { class: kind, role: "row" }, ...cells.map((cell, at) =>
      make(role === "head" ? "h3" : at ? "span" : "b", { class: at ? "num" : "", role: role === "head" ? "columnheader" : at ? "cell" : "rowheader" }, cell)));
    const rows = here.acts.map((act, at) => {
      const done = here === asked && at === data.played;
      const made = row(done ? "choice done" : "choice", "", done ? `${short(act)} (played)` : short(act), percent(shares[at]), ...(worth ? [chips(worth[at])] : []));
      made.append(mixBar([shares[at]], [tones[at]]));
      return made;
    });
    side.replaceChildren(title,
      make("div", { role: "table", "aria-label": `What ${whose.toLowerCase()} does with ${hand ?? state.kind}` },
        row("choice head", "head", whose, "how often", ...(worth ? ["worth"] : [])), ...rows),
      worth ? make("p", { class: "quiet" }, "Worth in chips from the start of this street, on average, if both go on like this.") : "",
      make("h3", {}, `${state.kind}, hand by hand`),
      make("div", { class: "combos" }, ...hands.map(at => {
        const { shares } = mixOf(here, [at]), name = data.hands[state.owner][at];
        return make("button", { type: "button", "data-key": `hand ${name}`, "aria-pressed": state.combo === at,
          "aria-label": `${name}: ${shares.map((share, act) => `${here.acts[act]} ${percent(share)}`).join(", ")}`,
          onclick: () => show({ combo: state.combo === at ? -1 : at }) }, make("span", {}, ...inline(name)), mixBar(shares, tones));
      })));
  }

  function showExact() {
    if (data.exploitability === undefined) {
      part("exact").append(make("p", {}, "Not known: a flop is not solved."));
      return;
    }
    const value = data.exploitability_percent, at = share => Math.min(280, Math.max(8, 259 - 96 * Math.log10(share / 0.1)));
    const x = at(Math.max(value, 0.01)), scale = [10, 1, 0.1].map(mark => `<path d="M${at(mark)} 20v8" stroke="var(--edge)"/><text x="${at(mark)}" y="42" text-anchor="middle">${mark} %</text>`);
    const exact = part("exact");
    exact.innerHTML = `<p><b>Exploitability ${value.toFixed(2)} % of the pot</b>, ${data.exploitability.toPrecision(2)} of ${number(data.pot)} chips</p>
      <svg class="exact" viewBox="0 0 288 46" role="img" aria-label="${value.toFixed(2)} percent; good enough is 0.5"><path d="M0 24H288" stroke="var(--line)" stroke-width="6"/>
      <path d="M0 24H${x}" stroke="var(--ink-3)" stroke-width="6"/><path d="M${at(0.5)} 12v24" stroke="var(--ink)" stroke-width="2"/>
      <text x="${at(0.5)}" y="8" text-anchor="middle">good enough 0.5 %</text><circle cx="${x}" cy="24" r="7" fill="var(--ink)"/>${scale.join("")}</svg>`;
    const gets = data.values.map((value, seat) => `${player(seat)} ${seat ? "" : "gets "}${chips(value)}`);
    exact.append(make("p", {}, `Of the pot of ${number(data.pot)}, ${gets.join(" and ")}. Stacks ${data.stacks.map(number).join(" and ")}.`),
      make("p", { class: "quiet" }, `${number(data.iterations)} iterations in ${data.seconds.toFixed(1)} s. ${data.ranges.map((text, seat) => `${player(seat)}: ${text}`).join(" · ")}.`));
  }

  function show(change) {
    const focused = root.getRootNode().activeElement?.dataset?.key;
    Object.assign(state, change);
    const node = nodeAt(state.path);
    showPath();
    showRanges(node);
    showHand(node);
    if (focused) root.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }

  /* The hand to begin with: the one held, or else the kind whose acts are mixed most. */
  function begin(node) {
    const owner = node.actor, held = data.held ? data.hands[owner].indexOf(data.held) : -1;
    const mixing = kind => Math.max(...mixOf(node, kinds[owner][kind]).shares);
    const kind = data.held ? kindOf(data.held) : Object.keys(kinds[owner]).reduce((a, b) => mixing(b) < mixing(a) ? b : a);
    show({ owner, kind, combo: held });
  }

  showExact();
  if (told(data.nodes[0])) {
    part("reading").append(READING);
    begin(nodeAt(state.path));
  } else {
    part("reading").append("Nobody has anything to decide here: a player is all-in.");
    part("path").append(make("li", {}, cardsOf(data.board), `pot ${number(data.pot)}`));
  }
  return () => { if (state.path.length) show({ path: state.path.slice(0, -1) }); };
}
