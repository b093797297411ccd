export type Hex = string;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: Hex, second: Hex): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is easier to read on this background. */
export function textOn(background: Hex): Hex {
  return contrast(background, WHITE) >= contrast(background, BLACK) ? WHITE : BLACK;
}

/**
 * The colour itself if its contrast to every background reaches `ratio`, else the nearest mix with black or
 * white (whichever lies away from the backgrounds) that does.
 */
export function readableOn(colour: Hex, backgrounds: Hex[], ratio = 4.5): Hex {
  const target = textOn(backgrounds[0] ?? WHITE);
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, target, share);
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate;
  }
  return target;
}

/** `share` of the second colour in the first, channel by channel. */
export function mix(first: Hex, second: Hex, share: number): Hex {
  const other = channels(second);
  const mixed = channels(first).map((value, index) =>
    Math.round(value * (1 - share) + other[index]! * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: Hex): number {
  const [red, green, blue] = channels(colour).map(linear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function channels(colour: Hex): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
