// Steps through the biggest pots. All text goes in as text, never as markup.
"use strict";
(() => {
  const pots = JSON.parse(document.getElementById("pots-data").textContent);
  const player = document.getElementById("player");
  const part = (name) => player.querySelector(`[data-part="${name}"]`);
  const choices = [...document.querySelectorAll(".choices button")];
  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const narrow = window.matchMedia("(max-width: 760px)");
  let pot = 0;
  let step = 0;

  function element(kind, className, text) {
    const made = document.createElement(kind);
    made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function card(name) {
    const suit = SUITS[name.slice(-1)];
    if (!suit) return element("span", "card back", "?");
    const made = element("span", "card", name.slice(0, -1).replace("T", "10") + suit);
    made.classList.toggle("red", suit === "♥" || suit === "♦");
    made.classList.toggle("ten", name[0] === "T");
    return made;
  }

  function cards(names) {
    const row = element("div", "cards");
    row.append(...names.map(card));
    return row;
  }

  // Seats sit on an ellipse, the first at the bottom, clockwise; bets lie on a smaller one.
  function put(node, seat, seats, across, down) {
    const angle = Math.PI / 2 + (2 * Math.PI * seat) / seats;
    node.style.left = `${50 + across * Math.cos(angle)}%`;
    node.style.top = `${50 + down * Math.sin(angle)}%`;
    return node;
  }

  function drawTable(names, moment) {
    const felt = element("div", "felt");
    const table = moment.picture;
    const middle = element("div", "middle");
    middle.append(element("div", "street", table.title), cards(table.middle));
    middle.append(element("div", "pot", table.pot ? `Pot ${table.pot.toLocaleString("en")}` : ""));
    felt.append(middle);
    table.places.forEach((place, seat) => {
      const pod = element("div", "place-pod");
      pod.classList.toggle("turn", seat === table.actor);
      pod.classList.toggle("moved", seat === moment.actor);
      pod.classList.toggle("out", Boolean(place.out));
      const label = element("div", `label c${names[seat].colour}`);
      label.append(element("b", "", names[seat].name.replace(/^house:/, "")), (place.chips ?? 0).toLocaleString("en"));
      if (place.mark) label.append(element("span", "button", place.mark));
      pod.append(cards(place.cards ?? []), label);
      felt.append(put(pod, seat, table.places.length, narrow.matches ? 37 : 41, narrow.matches ? 40 : 38));
      if (place.bet) {
        const bet = element("div", "bet", place.bet.toLocaleString("en"));
        felt.append(put(bet, seat, table.places.length, narrow.matches ? 16 : 27, narrow.matches ? 29 : 19));
      }
    });
    return felt;
  }

  function draw() {
    const shown = pots[pot];
    const moment = shown.steps[step];
    part("table").replaceChildren(
      moment.picture ? drawTable(shown.seats, moment) : element("pre", "text", moment.text)
    );
    part("told").replaceChildren(...moment.told.map((line) => element("li", "", line)));
    part("slider").max = shown.steps.length - 1;
    part("slider").value = step;
    part("count").textContent = `${step} / ${shown.steps.length - 1}`;
    choices.forEach((button, i) => button.setAttribute("aria-pressed", String(i === pot)));
  }

  function go(to) {
    step = Math.min(Math.max(to, 0), pots[pot].steps.length - 1);
    draw();
  }

  const moves = { first: () => 0, back: () => step - 1, next: () => step + 1, last: () => Infinity };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  for (const [name, to] of Object.entries(moves)) part(name).addEventListener("click", () => go(to()));
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  player.addEventListener("keydown", (event) => {
    const move = keys[event.key];
    if (!move || event.target === part("slider")) return;
    event.preventDefault();
    go(moves[move]());
  });
  choices.forEach((button, i) =>
    button.addEventListener("click", () => {
      pot = i;
      go(pots[i].opening);
    })
  );
  narrow.addEventListener("change", draw);
  go(pots[0].opening);
})();
