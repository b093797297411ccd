import { expect, test } from 'vitest';
import { formatTakenFrom, type TakenFrom } from './taken-from.ts';

test.each<[TakenFrom, string]>([
  [{}, ''],
  [{ title: 'Open Graph' }, 'title from Open Graph'],
  [
    { tags: 'JSON-LD', film: 'microdata', title: 'JSON-LD', thumbnail: 'JSON-LD' },
    'title, thumbnail and tags from JSON-LD, film from microdata',
  ],
])('of %j says %s', (takenFrom, words) => expect(formatTakenFrom(takenFrom)).toBe(words));
