"use strict";
(() => {
  const { games } = JSON.parse(document.getElementById("games-data").textContent);
  const byNumber = new Map(games.map((game) => [String(game.number), game]));
  const place = document.getElementById("game");

  const element = (tag, text = "", className = "") => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const shown = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)).replace("-", "−");
  const titled = (name) => (/^[a-z0-9_]+$/.test(name) ? name[0].toUpperCase() + name.slice(1).replaceAll("_", " ") : name);

  const figures = (game) => {
    const table = element("table", "", "figures");
    for (const one of game.measures) {
      const row = table.insertRow();
      const name = row.insertCell();
      name.append(element("span", one.title), element("small", one.meaning));
      row.insertCell().textContent = shown(one.mean);
      const sure = one.low === one.high;
      row.insertCell().textContent = sure ? "" : one.high - one.low > 1e5 ? "unknown" : `${shown(one.low)} … ${shown(one.high)}`;
    }
    return table;
  };

  const words = (tag, text) => {
    const made = element(tag);
    text.split("**").forEach((part, number) => made.append(number % 2 ? element("b", part) : part));
    return made;
  };

  // Rule books are Markdown of a few kinds of lines: headings, lists, tables and paragraphs.
  const rules = (text) => {
    const made = element("div", "", "rules");
    let list = null, table = null;
    for (const line of text.split("\n")) {
      const item = /^\s*- /.test(line);
      if (!item) list = null;
      if (!line.startsWith("|")) table = null;
      if (line.startsWith("#")) made.append(element("h4", line.replace(/^#+ /, "")));
      else if (item) {
        if (!list) made.append((list = element("ul")));
        list.append(words("li", line.replace(/^\s*- /, "")));
      } else if (line.startsWith("|")) {
        if (/^[|\s:-]+$/.test(line)) continue;
        if (!table) made.append((table = element("table")));
        const row = table.insertRow();
        for (const cell of line.split("|").slice(1, -1)) row.insertCell().textContent = cell.trim();
      } else if (line.trim()) made.append(words("p", line));
    }
    return made;
  };

  const list = (lines) => {
    const made = element("ul");
    made.append(...lines.map((line) => element("li", line)));
    return made;
  };

  const changes = (game) => {
    const made = element("div", "", "changes"), told = game.diff.filter((one) => !one.data), data = game.diff.filter((one) => one.data);
    for (const one of told) {
      if (one.before) made.append(words("del", one.before));
      if (one.after) made.append(words("ins", one.after));
    }
    if (data.length) {
      const more = element("details");
      more.append(element("summary", `${data.length} more in the data`), ...data.map((one) => element("pre", one.data)));
      made.append(more);
    }
    return made;
  };

  const tree = (game) => {
    const known = new Map(game.ancestry.map((one) => [one.number, one]));
    const told = new Set();
    const branch = (number) => {
      const one = known.get(number);
      const item = element("li");
      if (!one) { item.append(element("span", `game ${number}, no longer known`)); return item; }
      item.append(element("b", titled(one.name)), element("span", ` · generation ${one.generation}, quality ${shown(one.quality)}`));
      if (one.operators.length) item.append(element("span", ` · ${one.operators.join(", ")}`));
      if (told.has(number)) { item.append(element("span", " · as above")); return item; }
      told.add(number);
      if (one.parents.length) {
        const parents = element("ul", "", "tree");
        for (const parent of one.parents) parents.append(branch(parent));
        item.append(parents);
      }
      return item;
    };
    const root = element("ul", "", "tree");
    root.append(branch(game.number));
    return root;
  };

  const open = (number) => {
    const game = byNumber.get(String(number));
    if (!game) return;
    place.replaceChildren();
    place.hidden = false;
    place.append(element("h2", titled(game.name)));
    const measured = game.times === 1 ? "measured once" : `measured ${game.times} times`;
    const people = game.ratings ? game.people.filter((one) => one.mean !== null).map((one) => ` · ${one.title}: ${shown(one.mean)} of 5 (${shown(one.low)} … ${shown(one.high)})`).join("") : "";
    place.append(element("p", `${game.seats} players · quality ${shown(game.quality)}${people} · ${measured} · generation ${game.generation}`, "note"));
    const columns = element("div", "", "columns"), left = element("div"), right = element("div");
    left.append(element("h3", "How it is played"), rules(game.rules));
    for (const [title, lines] of [["The best sentence", game.sentence], ["What was found in play", game.findings]])
      if (lines.length) left.append(element("h3", title), list(lines));
    right.append(element("h3", "What was measured"), figures(game));
    if (game.diff.length) right.append(element("h3", `What differs from ${titled(game.nearest)}`), changes(game));
    right.append(element("h3", "Where it comes from"), tree(game));
    columns.append(left, right);
    place.append(columns);
    for (const button of document.querySelectorAll("[data-number]"))
      button.setAttribute("aria-pressed", String(button.dataset.number === String(number)));
    history.replaceState(null, "", `#${game.key}`);
  };

  const choose = (event) => {
    const button = event.target.closest("[data-number]");
    if (!button) return;
    event.preventDefault();
    open(button.dataset.number);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    place.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
    place.focus({ preventScroll: true });
  };
  document.addEventListener("click", choose);
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest("g[data-number]")) choose(event);
  });
  const asked = games.find((game) => `#${game.key}` === location.hash) || games[0];
  if (asked) open(asked.number);
})();
