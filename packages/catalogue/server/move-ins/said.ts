import {
  cleanCategory,
  cleanDescription,
  cleanLine,
  cleanTags,
  columnNamed,
  readDumpDate,
  readDuration,
} from '@vesper/intake/readers';
import { type OldAddress, readOldAddress } from '@vesper/library/old-addresses';

/** In a column, a sidecar's field or an element. */
export type Fact =
  | 'file'
  | 'title'
  | 'description'
  | 'tags'
  | 'category'
  | 'published'
  | 'views'
  | 'addresses'
  | 'duration';

/** All values as written. */
export type Facts = ReadonlyMap<Fact, readonly string[]>;

/** `unused`: other columns or fields by name. Bad lines and files say why. */
export type Found =
  | { type: 'film'; where: string; path: string; facts: Facts; unused?: ReadonlyMap<string, string> }
  | { type: 'bad'; where: string; message: string };

/** Stored, and compared later. */
export interface Said {
  title: string;
  description: string;
  tags: string[];
  category: string;
  /** ISO 8601, in UTC. */
  publishedAt: string | null;
  views: number;
  durationSeconds: number | null;
  oldAddresses: OldAddress[];
}

const MOST_VIEWS = 2_000_000_000;
const MOST_ADDRESSES = 50;
const EARLIEST_YEAR = 1900;

/** In addition to those of dumps. */
const NAMES: ReadonlyMap<string, Fact> = new Map([
  ...['path', 'filename', 'filepath', 'videofile', 'localfile'].map((name) => [name, 'file'] as const),
  ...['views', 'viewcount', 'hits', 'plays', 'playcount', 'viewed', 'numviews', 'videoviewed'].map(
    (name) => [name, 'views'] as const,
  ),
  ...['oldaddress', 'oldaddresses', 'oldurl', 'oldurls', 'addresses', 'urls', 'redirect', 'redirects'].map(
    (name) => [name, 'addresses'] as const,
  ),
  ...['webpageurl', 'originalurl'].map((name) => [name, 'addresses'] as const),
  ...['premiered', 'aired', 'releasedate', 'timestamp'].map((name) => [name, 'published'] as const),
  ...['plot', 'outline'].map((name) => [name, 'description'] as const),
]);

const OF_DUMPS: Readonly<Record<string, Fact>> = {
  file: 'file',
  url: 'addresses',
  title: 'title',
  description: 'description',
  tags: 'tags',
  categories: 'category',
  date: 'published',
  duration: 'duration',
};

/** Undefined for unknown names. */
export function factNamed(name: string): Fact | undefined {
  const plain = name.length > 40 ? '' : name.toLowerCase().replace(/[\s"#_-]/g, '');
  return NAMES.get(plain) ?? OF_DUMPS[columnNamed(name) ?? ''];
}

export class FactError extends Error {}

/**
 * Without a title, uses the file name; reports skipped old addresses in `notes`. Throws FactError for invalid dates,
 * counts and lengths: no film is imported with partial metadata.
 */
export function readSaid(
  facts: Facts,
  { path, domains, now, notes }: { path: string; domains: ReadonlySet<string>; now: Date; notes: string[] },
): Said {
  const one = (fact: Fact) =>
    facts
      .get(fact)
      ?.find((value) => value.trim() !== '')
      ?.trim() ?? '';
  const [category = '', ...otherCategories] = (facts.get('category') ?? []).flatMap(listOf);
  const oldAddresses: OldAddress[] = [];
  const addresses = addressesSaid(facts);
  if (addresses.length > MOST_ADDRESSES)
    notes.push(`It has more than ${MOST_ADDRESSES} old addresses; the rest were skipped.`);
  for (const text of addresses.slice(0, MOST_ADDRESSES)) {
    const read = readOldAddress(text, domains);
    if (typeof read === 'string') notes.push(read);
    else oldAddresses.push(read);
  }
  return {
    title: cleanLine(one('title')) || titleOf(path),
    description: cleanDescription(one('description')),
    // One category; the others become tags.
    tags: cleanTags([...(facts.get('tags') ?? []).flatMap(listOf), ...otherCategories]),
    category: cleanCategory(category),
    publishedAt: dateOf(one('published'), now),
    views: viewsOf(one('views')),
    durationSeconds: durationOf(one('duration')),
    oldAddresses,
  };
}

/** "2019-05 Slow_waves.mp4" becomes "2019-05 Slow waves". */
function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return cleanLine(name.replace(/\.[^.]*$/, '').replace(/[._]+/g, ' ')) || cleanLine(name);
}

/** MySQL writes an empty date as zeros. */
function dateOf(text: string, now: Date): string | null {
  if (text === '' || /^0000-00-00/.test(text) || text === '0') return null;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const date = readDumpDate(compact ? compact.slice(1).join('-') : text);
  if (!date || Number.isNaN(date.getTime()) || date.getUTCFullYear() < EARLIEST_YEAR)
    throw new FactError(
      `"${shown(text)}" is not a date: it must look like 2019-05-31 or 2019-05-31 18:00:00, or be seconds since 1970.`,
    );
  if (date > now) throw new FactError(`Its date, "${shown(text)}", is in the future.`);
  return date.toISOString();
}

function viewsOf(text: string): number {
  if (text === '') return 0;
  const digits = text.replace(/[,.\s'](?=\d{3}(?:\D|$))/g, '');
  const views = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
  if (views <= MOST_VIEWS) return views;
  throw new FactError(
    `"${shown(text)}" is not a number of views, from 0 to ${MOST_VIEWS.toLocaleString('en')}.`,
  );
}

/** Only compared with the file's own. */
function durationOf(text: string): number | null {
  if (text === '') return null;
  const seconds = readDuration(text);
  if (seconds === undefined && !/^[0:.]+$/.test(text))
    throw new FactError(`"${shown(text)}" is not a length, such as 12:30 or 750.`);
  return seconds ?? null;
}

/** Separated by "|", ";" or commas, the first that occurs. */
function listOf(text: string): string[] {
  const separator = ['|', ';', ','].find((one) => text.includes(one)) ?? ',';
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function addressesSaid(facts: Facts): string[] {
  return (facts.get('addresses') ?? []).flatMap(addressesOf);
}

/** Separated by spaces, "|" or line ends. */
function addressesOf(text: string): string[] {
  return text.split(/[\s|]+/).filter((part) => part !== '');
}

export function shown(text: string): string {
  return cleanLine(text, 60);
}
