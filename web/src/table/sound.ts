// Short sounds, which are synthesised: nothing is loaded. Off by default; in a tab in the background they go on.
import { settings } from "../lib/settings.svelte";

export type Sound = "card" | "fold" | "chip" | "all-in" | "turn" | "late" | "rise" | "pot" | "bust" | "win";

let context: AudioContext | null = null;
let master: GainNode | null = null;

/** Play a sound, if sounds are on and the browser allows it. What was won sounds larger with its weight, 0 to 2. */
export function play(sound: Sound, weight = 0): void {
  if (!settings.sound || !settings.volume) return;
  context ??= new AudioContext();
  master ??= new GainNode(context);
  master.connect(context.destination);
  master.gain.value = (settings.volume / 100) ** 2 * 2;
  void context.resume();
  const at = context.currentTime;
  switch (sound) {
    case "card":
      return rustle(context, at, 0.06, 3200, 0.25);
    case "chip":
      return [0, 0.035].forEach((after) => tone(context!, at + after, 2600 + 900 * after * 20, 0.03, 0.12, "triangle"));
    case "fold":
      return rustle(context, at, 0.09, 1400, 0.16);
    case "all-in":
      return [0, 0.04, 0.09, 0.15].forEach((after, n) =>
        tone(context!, at + after, 1900 + 300 * n, 0.04, 0.14, "triangle"),
      );
    case "rise":
      return chord(context, at, [392, 494, 587, 784].slice(0, 2 + weight), 0.09);
    case "bust":
      return [196, 147].forEach((pitch, n) => tone(context!, at + n * 0.16, pitch, 0.22, 0.22, "sine"));
    case "win":
      return chord(context, at, [523, 659, 784, 1047], 0.14);
    case "turn":
      return [660, 880].forEach((pitch, n) => tone(context!, at + n * 0.07, pitch, 0.07, 0.16, "sine"));
    case "late":
      return tone(context, at, 440, 0.12, 0.2, "triangle");
    case "pot":
      return Array.from({ length: 4 + 5 * weight }).forEach((_, n) =>
        tone(context!, at + n * 0.03 + (n % 3) * 0.01, 2100 + 160 * (n % 7), 0.035, 0.09, "triangle"),
      );
  }
}

/** Tones one after the other, each a little longer than to the next. */
function chord(on: AudioContext, at: number, pitches: number[], apart: number): void {
  pitches.forEach((pitch, n) => tone(on, at + n * apart, pitch, apart * 2.2, 0.12, "sine"));
}

function tone(
  on: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loudness: number,
  type: OscillatorType,
): void {
  const oscillator = on.createOscillator();
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  oscillator.connect(fade(on, at, length, loudness));
  oscillator.start(at);
  oscillator.stop(at + length);
}

function rustle(on: AudioContext, at: number, length: number, pitch: number, loudness: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fade(on, at, length, loudness));
  source.start(at);
}

function fade(on: AudioContext, at: number, length: number, loudness: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(master!);
  return gain;
}
