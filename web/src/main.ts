import "./tokens.css";
import "./room.css";
import { mount } from "svelte";
import App from "./App.svelte";

// A page that is opened without a line says so (`public/sw.js`); the room works without this.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./sw.js").catch(() => undefined);

mount(App, { target: document.getElementById("room")! });
