import { readFileSync } from 'node:fs';
import { contrast, SURFACES } from '@vesper/contract';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('admin.css', import.meta.url), 'utf8');

/** The back office's own colours of a theme, by name. */
function coloursOf(theme: 'dark' | 'light'): [string, string][] {
  const [, rule = ''] = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css) ?? [];
  return [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [
    name,
    colour,
  ]);
}

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const { ground, panel, raised } = SURFACES[theme];
  const colours = coloursOf(theme);
  const states = colours.filter(([name]) => !name.startsWith('chart-'));
  const drawn = colours.filter(([name]) => name.startsWith('chart-'));

  test('has the same colours as the other', () => {
    expect(states.map(([name]) => name)).toEqual(['good', 'warn']);
    expect(drawn.map(([name]) => name)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `chart-${n}`));
  });

  test.each(states)('%s can be read on everything', (_name, colour) => {
    for (const surface of [ground, panel, raised])
      expect(contrast(colour, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(drawn)('%s stands out from the panel (WCAG 1.4.11)', (_name, colour) => {
    expect(contrast(colour, panel)).toBeGreaterThanOrEqual(3);
  });
});
