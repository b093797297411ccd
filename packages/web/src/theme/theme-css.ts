import type { DomainConfig } from '@vesper/contract';
import { type Hex, readableOn, textOn } from './contrast.ts';

export type Theme = 'light' | 'dark';

interface Surfaces {
  /** The page. */
  ground: Hex;
  /** Panels, fields and chips on it. */
  panel: Hex;
  /** What lies on a panel, or is under the pointer. */
  raised: Hex;
  line: Hex;
  /** Edges of fields and buttons: 3 to 1 against the page (WCAG 1.4.11). */
  edge: Hex;
  text: Hex;
  muted: Hex;
  /** Words and edges of what is wrong. */
  danger: Hex;
}

/** The greys of both themes; the domain adds its two colours. */
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

/** The colours of both themes as CSS custom properties, for the one style element of the served page. */
export function themeCss(colours: DomainConfig['theme']): string {
  return (['dark', 'light'] as const).map((theme) => themeRule(theme, colours)).join('');
}

/** The colours that a domain's two colours become in one theme. */
export function brandColours(
  theme: Theme,
  { primary, accent }: Pick<DomainConfig['theme'], 'primary' | 'accent'>,
) {
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

function themeRule(theme: Theme, colours: DomainConfig['theme']): string {
  const properties = { ...SURFACES[theme], ...brandColours(theme, colours) };
  const declarations = Object.entries(properties).map(([name, colour]) => `--${name}:${colour}`);
  return `[data-theme=${theme}]{color-scheme:${theme};${declarations.join(';')}}`;
}
