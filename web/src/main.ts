import "./tokens.css";
import "./room.css";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("room")! });
