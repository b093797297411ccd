import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandColours, contrast, mix, readableOn, SURFACES, textOn } from './colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('flips the text on a ground to the readable one', () => {
  expect(textOn('#facc15')).toBe('#000000');
  expect(textOn('#7c3aed')).toBe('#ffffff');
  fc.assert(fc.property(colour, (ground) => contrast(textOn(ground), ground) >= 4.5));
});

it('leaves a readable colour alone and moves any other no further than needed', () => {
  expect(readableOn('#7c3aed', ['#ffffff'])).toBe('#7c3aed');
  const moved = readableOn('#facc15', ['#ffffff']);
  expect(contrast(moved, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(moved, '#ffffff')).toBeLessThan(5);
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const { ground, panel, raised, text, muted, edge, danger } = SURFACES[theme];

  it('has readable greys', () => {
    for (const surface of [ground, panel, raised]) {
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(7);
      expect(contrast(muted, surface)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(danger, surface)).toBeGreaterThanOrEqual(4.5);
    }
    for (const surface of [ground, panel]) expect(contrast(edge, surface)).toBeGreaterThanOrEqual(3);
  });

  it('makes any domain colour readable on every surface', () => {
    fc.assert(
      fc.property(colour, colour, (primary, accent) => {
        const colours = brandColours(theme, { primary, accent });
        return [ground, panel, raised].every(
          (surface) =>
            contrast(colours['primary-text'], surface) >= 4.5 &&
            contrast(colours['accent-text'], surface) >= 4.5,
        );
      }),
    );
  });
});
