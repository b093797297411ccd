import type { ClipRecipe } from '../clip.ts';
import { elementary } from '../pictures.ts';
import { arpeggio, beeps, chord, surf } from '../sounds.ts';

export const CELLULAR_AUTOMATA: readonly ClipRecipe[] = [
  {
    title: 'Rule 30 cellular automaton',
    description:
      'One black cell and a rule of three neighbours: the left side turns out regular, the right side looks like chance. Shells of sea snails show much the same pattern.',
    tags: ['rule 30', 'automaton', 'chaos', 'triangles'],
    durationSeconds: 10,
    size: '360p',
    picture: elementary({ rule: 30, rows: 120, palette: 'reef' }),
    sound: arpeggio(5, 220, 261.63, 311.13, 392),
  },
  {
    title: 'Rule 90 draws a Sierpinski triangle',
    description:
      'Each new cell is the exclusive or of the two above it. From a single cell this gives the triangle of Pascal modulo two, row after row.',
    tags: ['rule 90', 'automaton', 'sierpinski', 'triangles'],
    durationSeconds: 9,
    size: '480p',
    picture: elementary({ rule: 90, rows: 80, palette: 'sunrise' }),
    sound: chord(164.81, 246.94, 329.63),
  },
  {
    title: 'Rule 110, the one that can compute',
    description:
      'Gliders travel over a background of small triangles and collide. It was shown that with the right start this row of cells can carry out any calculation.',
    tags: ['rule 110', 'automaton', 'computation', 'triangles'],
    durationSeconds: 9,
    size: '720p',
    picture: elementary({ rule: 110, rows: 120, fill: 0.5, seed: 3, palette: 'neon' }),
    sound: beeps(330),
  },
  {
    title: 'Rule 150 as a rainbow',
    description:
      'A new cell is live when an odd number of the three above it is. The result is a lace of nested triangles with wide dark windows.',
    tags: ['rule 150', 'automaton', 'triangles', 'bright colours'],
    durationSeconds: 8,
    size: '360p',
    picture: elementary({ rule: 150, rows: 120, palette: 'spectrum' }),
    sound: arpeggio(3, 293.66, 349.23, 440),
  },
  {
    title: 'Traffic flow with rule 184',
    description:
      'Live cells are cars that move one place to the right when the road ahead is free. Jams appear by themselves and travel backwards against the stream.',
    tags: ['rule 184', 'automaton', 'traffic', 'diagonals'],
    durationSeconds: 10,
    size: '360p',
    picture: elementary({ rule: 184, rows: 90, fill: 0.52, seed: 7, palette: 'ember' }),
    sound: surf(5, 21),
  },
  {
    title: 'Rule 73 between its walls',
    description:
      'Solid walls form at once and never fall. In each chamber between them a small pattern runs in circles for ever.',
    tags: ['rule 73', 'automaton', 'stripes', 'calm'],
    durationSeconds: 8,
    size: '240p',
    picture: elementary({ rule: 73, rows: 80, fill: 0.5, seed: 9, palette: 'forest' }),
    sound: chord(98, 146.83, 196, 293.66),
  },
  {
    title: 'Falling snow with rule 22',
    description:
      'From a random first row, rule 22 rains small triangles down a tall narrow frame. Light passes over it like the beam of a street lamp.',
    tags: ['rule 22', 'automaton', 'chaos', 'cool colours'],
    durationSeconds: 9,
    size: 'portrait',
    picture: elementary({ rule: 22, rows: 90, fill: 0.3, seed: 4, palette: 'ice' }),
    sound: arpeggio(2, 523.25, 659.26, 783.99, 659.26),
  },
];
