import { brandColours, type DomainConfig, SURFACES, type Theme } from '@vesper/contract';

/** Both themes, as CSS custom properties. */
export function themeCss(colours: DomainConfig['theme']): string {
  return (['dark', 'light'] as const).map((theme) => themeRule(theme, colours)).join('');
}

function themeRule(theme: Theme, colours: DomainConfig['theme']): string {
  const properties = { ...SURFACES[theme], ...brandColours(theme, colours) };
  const declarations = Object.entries(properties).map(([name, colour]) => `--${name}:${colour}`);
  return `[data-theme=${theme}]{color-scheme:${theme};${declarations.join(';')}}`;
}
