import { expect, it } from 'vitest';
import { colourNotes } from './colour-notes.ts';

it('says nothing about a theme on which a colour is readable as it is', () => {
  expect(colourNotes({ primary: '#6d28d9', accent: '#6d28d9' }).join('\n')).not.toContain('light theme');
  expect(colourNotes({ primary: '#a78bfa', accent: '#a78bfa' }).join('\n')).not.toContain('dark theme');
});

it('says how each colour is adjusted, and how unreadable it was', () => {
  expect(colourNotes({ primary: '#ffff00', accent: '#7c3aed' })).toEqual([
    'Text on the primary colour #ffff00 is black, because white is harder to read there (1.07 to 1).',
    'The primary colour #ffff00 is hard to read as text on the light theme (1.01 to 1): links use #6b6b00 instead.',
    expect.stringMatching(
      /^The accent colour #7c3aed is hard to read as text on the dark theme \(2\.\d\d to 1\): text in it uses #[0-9a-f]{6} instead\.$/,
    ),
  ]);
});
