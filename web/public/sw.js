// Without a line, a page that is opened says so, instead of the browser's own page. Nothing else is kept here: what a
// table shows always comes from the house.

const KEPT = "offline-1";
const FILES = ["./offline.html", "./plain.css"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
});

addEventListener("fetch", (event) => {
  const file = FILES.find((name) => new URL(name, location.href).href === event.request.url);
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(FILES[0])));
  } else if (file) {
    event.respondWith(fetch(event.request).catch(() => caches.match(file)));
  }
});
