/* The page of `croupier solve`: its data, its theme, and the key that goes back. */
const root = document.documentElement;
const back = draw(document.querySelector(".solve"), JSON.parse(document.getElementById("endgame-data").textContent));
const light = matchMedia("(prefers-color-scheme: light)").matches;
root.dataset.theme = /light|dark/.exec(location.hash)?.[0] ?? (light ? "light" : "dark");
document.querySelector('[data-part="theme"]').addEventListener("click", () => { root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark"; });
addEventListener("keydown", event => { if (event.key === "ArrowLeft" && !event.altKey) back(); });
