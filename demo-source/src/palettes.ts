/** Colour scales from dark to light, evenly spaced stops. */
const PALETTES = {
  ember: ['#0b0524', '#5a1049', '#c8372d', '#f9a03f', '#fff3c4'],
  violet: ['#12082e', '#4a1a8c', '#9d4edd', '#f2a7e0', '#fff7fb'],
  forest: ['#06140f', '#14532d', '#4d9a3a', '#c6e377', '#fdfde0'],
  ice: ['#050b1a', '#16357a', '#3f8efc', '#a9def9', '#ffffff'],
  candy: ['#2b1055', '#d63384', '#ff8a5b', '#ffd166', '#fdfcdc'],
  reef: ['#001219', '#005f73', '#0a9396', '#ee9b00', '#ffe8b0'],
  spectrum: ['#2d1e6b', '#2176ff', '#19c29a', '#f7d038', '#f2542d', '#b3173f'],
  slate: ['#101418', '#3d4a57', '#8195a8', '#cfd9e2', '#ffffff'],
} as const;

export type PaletteName = keyof typeof PALETTES;

/** Uses `curves`, which every ffmpeg has. */
export function colouredBy(name: PaletteName): string {
  const [red, green, blue] = [0, 1, 2].map((channel) => curve(PALETTES[name], channel));
  return `format=gray,format=gbrp,curves=r='${red}':g='${green}':b='${blue}'`;
}

function curve(stops: readonly string[], channel: number): string {
  const points = stops.map((stop, index) => {
    const level = Number.parseInt(stop.slice(1 + 2 * channel, 3 + 2 * channel), 16) / 255;
    return `${(index / (stops.length - 1)).toFixed(3)}/${level.toFixed(3)}`;
  });
  return points.join(' ');
}
