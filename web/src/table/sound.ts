// Six sounds, each shorter than 150 ms, which are synthesised: nothing is loaded. Off by default.
import { settings } from "../lib/settings.svelte";

export type Sound = "card" | "chip" | "check" | "turn" | "late" | "pot";

let context: AudioContext | null = null;

/** Play a sound, if sounds are on and the browser allows it. */
export function play(sound: Sound): void {
  if (!settings.sound || document.hidden) return;
  context ??= new AudioContext();
  void context.resume();
  const at = context.currentTime;
  switch (sound) {
    case "card":
      return rustle(context, at, 0.06, 3200, 0.25);
    case "chip":
      return [0, 0.035].forEach((after) => tone(context!, at + after, 2600 + 900 * after * 20, 0.03, 0.12, "triangle"));
    case "check":
      return [0, 0.08].forEach((after) => tone(context!, at + after, 150, 0.045, 0.5, "sine"));
    case "turn":
      return [660, 880].forEach((pitch, n) => tone(context!, at + n * 0.07, pitch, 0.07, 0.16, "sine"));
    case "late":
      return tone(context, at, 440, 0.12, 0.2, "triangle");
    case "pot":
      return [0, 0.03, 0.055, 0.08, 0.1].forEach((after, n) =>
        tone(context!, at + after, 2200 + 240 * n, 0.035, 0.1, "triangle"),
      );
  }
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
  gain.connect(on.destination);
  return gain;
}
