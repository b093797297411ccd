import type { Clip } from './clip.ts';
import { elementary } from './pictures.ts';
import { tone } from './sounds.ts';

/** A clip that ffmpeg makes in a moment, for tests. */
export function tinyClip(changes: Partial<Clip> = {}): Clip {
  return {
    slug: 'tiny-rule-30',
    title: 'Tiny & "quoted" <rule> 30',
    description: 'A very small picture of a cellular automaton.',
    category: 'Cellular automata',
    tags: ['rule 30', 'automaton', 'triangles'],
    durationSeconds: 2,
    width: 64,
    height: 36,
    framesPerSecond: 10,
    publishedAt: new Date('2026-03-04T05:06:07Z'),
    picture: elementary({ rule: 30, rows: 36, palette: 'reef' }),
    sound: tone(440),
    ...changes,
  };
}

/** Small clips, each with a rule, a tone and a name of its own. */
export function numberedClip(index: number): Clip {
  return tinyClip({
    slug: `automaton-${index}`,
    title: `Automaton number ${index} of a long row`,
    durationSeconds: 4,
    width: 128,
    height: 72,
    picture: elementary({ rule: 30 + index, rows: 36, palette: 'reef' }),
    sound: tone(200 + 7 * index),
  });
}
