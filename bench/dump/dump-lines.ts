import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CATEGORY_NAMES } from '../catalogue/vocabulary.ts';

/** One video as the made-up exporting site has it. */
export interface ExportedVideo {
  id: string;
  title: string;
  pageUrl: string;
  playerId: string;
  seconds: number;
  tags: string[];
  category: string;
}

const ADJECTIVES = [
  'slow',
  'violet',
  'bright',
  'quiet',
  'endless',
  'folded',
  'golden',
  'narrow',
  'restless',
  'pale',
];
const NOUNS = [
  'gradient',
  'fractal',
  'spiral',
  'wave',
  'grid',
  'plasma',
  'ring',
  'glider',
  'chart',
  'noise',
  'prism',
];
const PLACES = ['field', 'garden', 'harbour', 'valley', 'tower', 'mirror', 'river', 'station', 'island'];
const PIECE = 2000;

/** The nth video; ids look random, as those of real sites do. */
export function exportedVideo(n: number): ExportedVideo {
  const id = (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0');
  const word = (words: readonly string[], shift: number) => words[Math.floor(n / shift) % words.length] ?? '';
  const adjective = word(ADJECTIVES, 1);
  const noun = word(NOUNS, 3);
  const place = word(PLACES, 7);
  return {
    id,
    title: `A ${adjective} ${noun} over the ${place}, take ${n}`,
    pageUrl: `https://charts.test/watch/${id}/${adjective}-${noun}`,
    playerId: id,
    seconds: 30 + ((n * 37) % 3000),
    tags: [adjective, noun, place, `series ${n % 500}`],
    category: word(CATEGORY_NAMES, 1),
  };
}

/** Writes a dump with a first line of names. */
export function writeDump(file: string, count: number): Promise<void> {
  return writeLines(file, 'id|title|url|embed|thumb|duration|tags|categories|date', count, (n) => {
    const { id, title, pageUrl, playerId, seconds, tags, category } = exportedVideo(n);
    const embed = `<iframe src="https://player.test/embed/${playerId}" width="640" height="360" frameborder="0" allowfullscreen></iframe>`;
    const thumb = `https://pictures.test/${id.slice(0, 2)}/${id}.jpg`;
    return [id, title, pageUrl, embed, thumb, seconds, tags.join(','), category, '2025-03-04 05:06:07'].join(
      '|',
    );
  });
}

/** Writes a deletion list of every tenth video. */
export function writeDeletions(file: string, count: number): Promise<void> {
  return writeLines(file, 'id', Math.floor(count / 10), (n) => exportedVideo(n * 10).id);
}

async function writeLines(
  file: string,
  header: string,
  count: number,
  line: (n: number) => string,
): Promise<void> {
  function* pieces() {
    yield `${header}\n`;
    for (let from = 0; from < count; from += PIECE) {
      const length = Math.min(PIECE, count - from);
      yield Array.from({ length }, (_, n) => `${line(from + n)}\n`).join('');
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file));
}
