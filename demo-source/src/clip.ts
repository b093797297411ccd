import { elementary, type Frame, type Picture } from './pictures.ts';
import { chord } from './sounds.ts';

export interface Clip extends Frame {
  /** Lower-case words joined by hyphens; unique in the catalogue. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly publishedAt: Date;
  readonly picture: Picture;
  /** A lavfi graph. */
  readonly sound: string;
}

export function numberedClip(index: number, changes: Partial<Clip> = {}): Clip {
  return {
    slug: `automaton-${index}`,
    title: `Automaton number ${index} of a long row`,
    description: 'A very small picture of a cellular automaton.',
    category: 'Cellular automata',
    tags: ['automaton', 'triangles'],
    durationSeconds: 4,
    width: 128,
    height: 72,
    framesPerSecond: 10,
    publishedAt: new Date('2026-03-04T05:06:07Z'),
    picture: elementary({ rule: 30 + index, rows: 36, palette: 'reef' }),
    sound: chord(200 + 7 * index),
    ...changes,
  };
}
