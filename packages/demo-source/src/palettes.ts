/** Colour scales from dark to light, evenly spaced stops. */
export const PALETTES = {
  ember: ['#0b0524', '#5a1049', '#c8372d', '#f9a03f', '#fff3c4'],
  lagoon: ['#031926', '#0b4f6c', '#1fa8a9', '#9be8c8', '#fffbe6'],
  violet: ['#12082e', '#4a1a8c', '#9d4edd', '#f2a7e0', '#fff7fb'],
  gold: ['#14110f', '#5c3d10', '#c98a1b', '#ffd97a', '#fffdf2'],
  forest: ['#06140f', '#14532d', '#4d9a3a', '#c6e377', '#fdfde0'],
  ice: ['#050b1a', '#16357a', '#3f8efc', '#a9def9', '#ffffff'],
  candy: ['#2b1055', '#d63384', '#ff8a5b', '#ffd166', '#fdfcdc'],
  neon: ['#05010f', '#3c0ca3', '#b5179e', '#f72585', '#ffd6e8'],
  reef: ['#001219', '#005f73', '#0a9396', '#ee9b00', '#ffe8b0'],
  spectrum: ['#2d1e6b', '#2176ff', '#19c29a', '#f7d038', '#f2542d', '#b3173f'],
  phosphor: ['#03110a', '#0a3d22', '#17a34a', '#7dfba0', '#f0fff4'],
  rose: ['#1d0b16', '#6d2146', '#d4577d', '#f7b2a4', '#fff4ea'],
  dusk: ['#240046', '#5a189a', '#9d4edd', '#d9a7ff', '#ffd6ff'],
  sunrise: ['#22306b', '#8d4a9c', '#ef6f6c', '#f9b16e', '#fde8a9'],
  slate: ['#101418', '#3d4a57', '#8195a8', '#cfd9e2', '#ffffff'],
} as const;

export type PaletteName = keyof typeof PALETTES;

/** The filters that colour a grey picture by a palette. `curves` is used, since every ffmpeg has it. */
export function colouredBy(name: PaletteName): string {
  const stops = PALETTES[name];
  const curve = (channel: number) => stops.map((stop, index) => point(stop, index, stops.length, channel));
  const [red, green, blue] = [0, 1, 2].map((channel) => curve(channel).join(' '));
  return `format=gray,format=gbrp,curves=r='${red}':g='${green}':b='${blue}'`;
}

/** The colour that a palette gives to black. */
export function darkestOf(name: PaletteName): string {
  return PALETTES[name][0];
}

function point(stop: string, index: number, count: number, channel: number): string {
  const level = Number.parseInt(stop.slice(1 + 2 * channel, 3 + 2 * channel), 16) / 255;
  return `${(index / (count - 1)).toFixed(3)}/${level.toFixed(3)}`;
}
