/** Shared by pages and settings checks. No zod here: the browser loads this file. */

/** `#` and six hex digits. */
export type Hex = string;

const BLACK = '#000000';
const WHITE = '#ffffff';

export type Theme = 'light' | 'dark';

interface Surfaces {
  /** The page. */
  ground: Hex;
  /** Panels, fields and chips. */
  panel: Hex;
  /** Surfaces on a panel, and hovered ones. */
  raised: Hex;
  line: Hex;
  /** Edges of fields and buttons: 3 to 1 against the page (WCAG 1.4.11). */
  edge: Hex;
  text: Hex;
  muted: Hex;
  danger: Hex;
}

export const SURFACES: Record<Theme, Surfaces> = {
  dark: {
    ground: '#0d0d11',
    panel: '#16161c',
    raised: '#212129',
    line: '#2a2a34',
    edge: '#6b6b7a',
    text: '#f3f3f6',
    muted: '#a5a5b4',
    danger: '#ff8f8f',
  },
  light: {
    ground: '#ffffff',
    panel: '#f5f5f8',
    raised: '#ebebf0',
    line: '#e1e1e8',
    edge: '#85858f',
    text: '#16161b',
    muted: '#5a5a68',
    danger: '#b3212f',
  },
};

export interface BrandPair {
  primary: Hex;
  accent: Hex;
}

/** As a background, as text on it, and as text on the theme's surfaces. */
export interface BrandColours extends BrandPair {
  'on-primary': Hex;
  'primary-text': Hex;
  'on-accent': Hex;
  'accent-text': Hex;
}

export function brandColours(theme: Theme, { primary, accent }: BrandPair): BrandColours {
  const { ground, panel, raised } = SURFACES[theme];
  return {
    primary,
    'on-primary': textOn(primary),
    'primary-text': readableOn(primary, [ground, panel, raised]),
    accent,
    'on-accent': textOn(accent),
    'accent-text': readableOn(accent, [ground, panel, raised]),
  };
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: Hex, second: Hex): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is easier to read on this background. */
export function textOn(background: Hex): Hex {
  return contrast(background, WHITE) >= contrast(background, BLACK) ? WHITE : BLACK;
}

/** The colour, or its nearest mix with black or white, whose contrast with every background reaches `ratio`. */
export function readableOn(colour: Hex, backgrounds: Hex[], ratio = 4.5): Hex {
  const target = textOn(backgrounds[0] ?? WHITE);
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, target, share);
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate;
  }
  return target;
}

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
