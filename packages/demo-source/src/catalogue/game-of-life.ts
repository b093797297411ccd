import type { ClipRecipe } from '../clip.ts';
import { life } from '../pictures.ts';
import { arpeggio, beeps, chord, surf } from '../sounds.ts';

export const GAME_OF_LIFE: readonly ClipRecipe[] = [
  {
    title: 'Game of Life in glowing embers',
    description:
      'A random soup settles down under the usual rule: born with three neighbours, alive with two or three. Cells that die go on glowing for a while, so that their tracks can be seen.',
    tags: ['game of life', 'automaton', 'glow', 'warm colours'],
    durationSeconds: 12,
    size: '360p',
    picture: life({
      rule: 'B3/S23',
      rows: 72,
      fill: 0.3,
      seed: 1,
      generationsPerSecond: 10,
      decay: 0.93,
      palette: 'ember',
    }),
    sound: chord(110, 138.59, 164.81, 220),
  },
  {
    title: 'HighLife with neon trails',
    description:
      'One more condition for birth, six neighbours, and a pattern exists that copies itself. Here a soup of such cells leaves trails of pink and blue.',
    tags: ['highlife', 'automaton', 'glow', 'neon'],
    durationSeconds: 8,
    size: '720p',
    picture: life({
      rule: 'B36/S23',
      rows: 54,
      fill: 0.32,
      seed: 4,
      generationsPerSecond: 8,
      decay: 0.95,
      palette: 'neon',
      sharp: true,
    }),
    sound: arpeggio(4, 185, 220, 277.18, 329.63),
  },
  {
    title: 'Seeds exploding over ice',
    description:
      'In the rule named Seeds every live cell dies at once, and two neighbours are enough for a birth. A handful of cells becomes a storm with straight bright comets.',
    tags: ['seeds', 'automaton', 'glow', 'cool colours'],
    durationSeconds: 8,
    size: '360p',
    picture: life({
      rule: 'B2/S',
      rows: 90,
      fill: 0.015,
      seed: 6,
      generationsPerSecond: 12,
      decay: 0.9,
      palette: 'ice',
    }),
    sound: beeps(440),
  },
  {
    title: 'Life in a kaleidoscope',
    description:
      'A quarter of the frame is calculated and mirrored twice. The same old rule becomes a carpet that reweaves itself all the time.',
    tags: ['game of life', 'automaton', 'symmetry', 'warm colours'],
    durationSeconds: 12,
    size: '480p',
    picture: life({
      rule: 'B3/S23',
      rows: 90,
      fill: 0.35,
      seed: 8,
      generationsPerSecond: 10,
      decay: 0.95,
      palette: 'candy',
      mirrored: true,
    }),
    sound: arpeggio(3, 220, 277.18, 329.63, 440),
  },
  {
    title: 'Islands of Diamoeba on a reef',
    description:
      'Under this rule live regions behave like amoebas with straight edges: they swallow small neighbours, stretch, break and close again. Orange foam marks where a coast has just moved.',
    tags: ['diamoeba', 'automaton', 'coastlines', 'calm'],
    durationSeconds: 11,
    size: '480p',
    picture: life({
      rule: 'B35678/S5678',
      rows: 120,
      fill: 0.49,
      seed: 12,
      generationsPerSecond: 10,
      decay: 0.93,
      palette: 'reef',
    }),
    sound: surf(9, 31),
  },
  {
    title: 'Mirrored HighLife in green',
    description:
      'Soft green lights gather around the two axes of a mirrored field. Where the halves meet, structures survive that would not last elsewhere.',
    tags: ['highlife', 'automaton', 'symmetry', 'green'],
    durationSeconds: 9,
    size: 'portrait',
    picture: life({
      rule: 'B36/S23',
      rows: 48,
      fill: 0.3,
      seed: 15,
      generationsPerSecond: 7,
      decay: 0.94,
      palette: 'forest',
      mirrored: true,
    }),
    sound: chord(196, 246.94, 293.66, 440),
  },
  {
    title: 'Game of Life on a large field',
    description:
      'Full HD and crisp square cells: oscillators blink, gliders leave for the border and come back on the other side. Best seen on a large screen.',
    tags: ['game of life', 'automaton', 'full hd', 'gliders'],
    durationSeconds: 6,
    size: '1080p',
    picture: life({
      rule: 'B3/S23',
      rows: 60,
      fill: 0.2,
      seed: 20,
      generationsPerSecond: 8,
      decay: 0.9,
      palette: 'lagoon',
      sharp: true,
    }),
    sound: arpeggio(4, 261.63, 311.13, 392, 466.16),
  },
];
