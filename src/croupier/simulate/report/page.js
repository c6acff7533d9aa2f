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

  function card(shown) {
    if (!shown.name) return element("span", "card back", "?");
    if (shown.name === "-") return element("span", "card gap", "");
    const made = element("span", "card", shown.name);
    made.classList.toggle("winning", Boolean(shown.marks?.includes("winning")));
    made.classList.toggle("replaced", Boolean(shown.marks?.includes("replaced")));
    made.title = [shown.kind, ...(shown.lines ?? [])].filter(Boolean).join(", ");
    const suit = /^[2-9TJQKA][cdhs]$/.test(shown.name) && SUITS[shown.name[1]];
    if (!suit) {
      made.classList.add("word");
      return made;
    }
    made.textContent = shown.name[0].replace("T", "10") + suit;
    made.classList.toggle("red", suit === "♥" || suit === "♦");
    made.classList.toggle("ten", shown.name[0] === "T");
    return made;
  }

  function row(zone) {
    const made = element("div", "cards");
    made.append(...(zone.cards ?? []).map(card));
    return made;
  }

  const number = (value) => (value ?? 0).toLocaleString("en");
  const piles = (zones) => zones.filter((zone) => !zone.cards && zone.count).map((zone) => `${zone.label} ${zone.count}`);

  function meter(shown) {
    const most = shown.most ? ` of ${number(shown.most)}` : "";
    return `${shown.label} ${number(shown.value)}${most}${shown.verdict ? ` (${shown.verdict})` : ""}`;
  }

  // The middle of the table: cards, pots, and meters that belong to no seat.
  function drawMiddle(scene) {
    const middle = element("div", "middle");
    const zones = (scene.zones ?? []).filter((zone) => (zone.owner ?? -1) < 0);
    const pots = (scene.pots ?? []).map((pot) => `${pot.label || "Pot"} ${number(pot.chips)}`);
    const meters = (scene.meters ?? []).filter((one) => (one.owner ?? -1) < 0).map(meter);
    middle.append(element("div", "street", scene.phase), ...zones.filter((zone) => zone.cards).map(row));
    middle.append(element("div", "pot", pots.join(" · ")), element("div", "street", [...piles(zones), ...meters].join(" · ")));
    return middle;
  }

  function drawSeat(scene, seat, colour) {
    const pod = element("div", "place-pod");
    const zones = (scene.zones ?? []).filter((zone) => zone.owner === seat.seat);
    const meters = (scene.meters ?? []).filter((one) => one.owner === seat.seat).map(meter);
    const has = seat.chips !== undefined ? number(seat.chips) : seat.points !== undefined ? `${seat.points} points` : "";
    const notes = [seat.role, seat.holds, ...meters, ...(seat.marks ?? []).filter((mark) => mark !== "button"), ...piles(zones)];
    const label = element("div", `label c${colour}`);
    label.append(element("b", "", seat.name.replace(/^house:/, "")), has);
    if (seat.marks?.includes("button")) label.append(element("span", "button", "D"));
    label.append(element("small", "", notes.filter(Boolean).join(" · ")));
    pod.append(...zones.filter((zone) => zone.cards).map(row), label);
    pod.classList.toggle("turn", Boolean(seat.to_act));
    pod.classList.toggle("out", Boolean(seat.out));
    return pod;
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
    const { seats } = moment.scene;
    felt.append(drawMiddle(moment.scene));
    seats.forEach((seat, at) => {
      const pod = drawSeat(moment.scene, seat, names[at].colour);
      pod.classList.toggle("moved", at === moment.actor);
      felt.append(put(pod, at, seats.length, narrow.matches ? 37 : 41, narrow.matches ? 40 : 38));
      if (seat.bet) {
        const bet = element("div", "bet", number(seat.bet));
        felt.append(put(bet, at, seats.length, narrow.matches ? 16 : 27, narrow.matches ? 29 : 19));
      }
    });
    return felt;
  }

  function draw() {
    const shown = pots[pot];
    const moment = shown.steps[step];
    part("table").replaceChildren(drawTable(shown.seats, moment));
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
