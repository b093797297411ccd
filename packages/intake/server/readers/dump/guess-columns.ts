import type { DumpColumn } from '@vesper/contract';
import { readDumpDate, readDuration } from '../clean-text.ts';

interface Sampled {
  index: number;
  values: readonly string[];
  distinct: number;
}

/** The share of a column's values that must pass its test. */
const MOST = 0.7;
const PICTURE = /^(?:https?:)?\/\/\S+?\.(?:jpe?g|png|webp|gif|avif)\b/i;
const FILM = /^(?:https?:)?\/\/\S+?\.(?:mp4|m4v|webm|mov|m3u8|mpd|flv|avi|mkv|wmv)\b/i;
const PLAYER = /^(?:https?:)?\/\/\S*(?:embed|player|iframe)/i;
const FRAME = /<\s*(?:iframe|embed|object)\b/i;
const ADDRESS = /^(?:https?:)?\/\/[^\s/]+/i;

/** In order: the first test that passes wins. */
const TESTS: readonly [DumpColumn, (sampled: Sampled) => boolean][] = [
  ['embed', ({ values }) => mostly(values, (value) => FRAME.test(value))],
  ['thumbnail', ({ values }) => mostly(values, (value) => PICTURE.test(value))],
  ['file', ({ values }) => mostly(values, (value) => FILM.test(value))],
  ['embed', ({ values }) => mostly(values, (value) => PLAYER.test(value))],
  ['url', ({ values }) => mostly(values, isPage)],
  ['date', ({ values }) => mostly(values, (value) => !/^\d+$/.test(value) && isDate(value))],
  ['duration', ({ values }) => mostly(values, isWrittenDuration)],
  ['id', isId],
  ['date', ({ values }) => mostly(values, isDate)],
  ['duration', ({ values }) => mostly(values, isSmall)],
  ['title', (sampled) => isUnique(sampled) && !isList(sampled) && mostly(sampled.values, isPhrase)],
  [
    'description',
    (sampled) => sampled.distinct > sampled.values.length / 2 && mostly(sampled.values, isProse),
  ],
  ['tags', (sampled) => isList(sampled) && sampled.distinct > sampled.values.length / 2],
  ['categories', (sampled) => mostly(sampled.values, isName)],
  ['tags', isList],
];

/** Guesses columns from the first lines; each kind once, unknown ones are ignored. */
export function guessByContents(
  rows: readonly (readonly string[])[],
  known: readonly DumpColumn[],
): DumpColumn[] {
  const columns = [...known];
  for (const [column, looksLike] of TESTS) {
    for (const [index, present] of columns.entries()) {
      if (columns.includes(column)) break;
      if (present !== 'ignored') continue;
      const values = rows.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '');
      const sampled = { index, values, distinct: new Set(values).size };
      if (values.length > 0 && looksLike(sampled)) columns[index] = column;
    }
  }
  return columns;
}

function mostly(values: readonly string[], test: (value: string) => boolean): boolean {
  return values.filter(test).length >= values.length * MOST;
}

function isDate(value: string): boolean {
  return readDumpDate(value) !== undefined;
}

function isPage(value: string): boolean {
  return ADDRESS.test(value) && !PICTURE.test(value) && !FILM.test(value);
}

/** Small numbers are ids only in the first column: elsewhere they are lengths. */
function isId(sampled: Sampled): boolean {
  const isIdLike = (value: string) =>
    /^[\w.:-]{1,64}$/.test(value) && (sampled.index === 0 || !isSmall(value));
  return isUnique(sampled) && mostly(sampled.values, isIdLike);
}

function isSmall(value: string): boolean {
  return /^\d{1,5}(?:\.\d+)?$/.test(value);
}

function isUnique({ values, distinct }: Sampled): boolean {
  return distinct === values.length;
}

function isWrittenDuration(value: string): boolean {
  return /[:a-z]/i.test(value) && readDuration(value) !== undefined;
}

/** One comma with a space after it belongs to a sentence. */
function isList({ values }: Sampled): boolean {
  return mostly(values, (value) => /[^\s,;|][,;|][^\s,;|]|[^,;|][,;|][^,;|]+[,;|][^,;|]/.test(value));
}

function isPhrase(value: string): boolean {
  return /\p{L}/u.test(value) && !ADDRESS.test(value) && (/\s/.test(value) || value.length > 8);
}

function isProse(value: string): boolean {
  const words = value.split(/\s+/).length;
  return words >= 5 && (/[.!?…]$/.test(value) || words > 3 * value.split(/[,;|]/).length);
}

function isName(value: string): boolean {
  return /^\p{L}[^<>/\\]{0,59}$/u.test(value);
}

/** Lower case, without "_", "-" and spaces. */
const NAMES: Readonly<Record<Exclude<DumpColumn, 'ignored'>, string>> = {
  id: 'id videoid externalid vid guid contentid uid vkey viewkey',
  url: 'url loc address link sourceurl videourl pageurl page permalink watchurl href',
  title: 'title name videotitle headline',
  description: 'description desc text summary',
  embed: 'embed embedcode embedurl embedlink iframe iframeurl player playerurl embedhtml',
  file: 'file contenturl fileurl mp4 mp4url download downloadurl flv src mediaurl mediafile',
  thumbnail: `thumbnail thumbnailurl thumb thumburl thumbs thumbnails image imageurl poster picture preview
    previewimage mainthumb defaultthumb screenshot screenshots`,
  duration: 'duration length runtime time seconds durationseconds videolength',
  tags: 'tags tag keywords labels',
  categories: 'categories category cat cats channel channels genre genres niche niches',
  date: `date added dateadded addeddate adddate published publishdate publishedat publicationdate uploaded
    uploaddate uploadedat created createdat postdate pubdate approvedate`,
  width: 'width',
  height: 'height resolution',
};

const COLUMNS: ReadonlyMap<string, DumpColumn> = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split(/\s+/).map((name) => [name, column as DumpColumn]),
  ),
);

export function columnNamed(name: string): DumpColumn | undefined {
  return name.length > 40 ? undefined : COLUMNS.get(name.toLowerCase().replace(/[\s"#_-]/g, ''));
}
