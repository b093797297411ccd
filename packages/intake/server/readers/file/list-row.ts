import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import {
  cleanAddress,
  cleanCategory,
  cleanDescription,
  cleanExternalId,
  cleanLine,
  cleanPixels,
  cleanTags,
  readDuration,
  withoutUndefined,
} from '../clean-text.ts';
import type { SourceItem } from '../source-item.ts';

const NAMES = {
  url: ['url', 'loc', 'address', 'link', 'sourceurl'],
  id: ['id', 'externalid'],
  title: ['title'],
  description: ['description'],
  tags: ['tags'],
  category: ['category'],
  contentUrl: ['contenturl', 'file'],
  embedUrl: ['embedurl'],
  thumbnail: ['thumbnail', 'thumbnailurl'],
  duration: ['duration'],
  width: ['width'],
  height: ['height'],
};

type Column = keyof typeof NAMES;

const COLUMNS: ReadonlyMap<string, Column> = new Map(
  Object.entries(NAMES).flatMap(([column, names]) => names.map((name) => [name, column as Column])),
);

/** Text from CSV, any JSON value from JSON Lines. */
export type ListRow = ReadonlyMap<Column, unknown>;

const MAX_NAMES = 200;

export function columnOf(name: string): Column | undefined {
  return name.length > 40 ? undefined : COLUMNS.get(name.toLowerCase().replace(/[\s_-]/g, ''));
}

/** For a repeated column, the first non-empty value counts. */
export function toRow(values: Iterable<readonly [string, unknown]>): ListRow {
  const row = new Map<Column, unknown>();
  let names = 0;
  for (const [name, value] of values) {
    names += 1;
    if (names > MAX_NAMES) break;
    const column = columnOf(name);
    if (column && !row.get(column)) row.set(column, value);
  }
  return row;
}

/** Relative addresses resolve against `base`. Throws SourceError `bad_address`. */
export function toListItem(row: ListRow, base: string): SourceItem {
  const text = (column: Column) => textOf(row.get(column));
  const address = (column: Column) => cleanAddress(text(column), base);
  const stated = text('url')?.trim() ?? '';
  const loc = URL.parse(stated, base);
  if (stated === '') throw new SourceError('bad_address', 'It has no address.');
  if (!loc) throw new SourceError('bad_address', `"${stated.slice(0, 200)}" is not an address.`);
  canonicalAddress(loc.href);
  const externalId = cleanExternalId(text('id'));
  const tags = cleanTags(tagsOf(row.get('tags')));
  const metadata = withoutUndefined({
    title: cleanLine(text('title')) || undefined,
    description: cleanDescription(text('description')) || undefined,
    tags: tags.length > 0 ? tags : undefined,
    category: cleanCategory(text('category')) || undefined,
    contentUrl: address('contentUrl'),
    embedUrl: address('embedUrl'),
    thumbnailUrl: address('thumbnail'),
    durationSeconds: readDuration(text('duration') ?? ''),
    width: cleanPixels(text('width')),
    height: cleanPixels(text('height')),
  });
  return {
    type: 'item',
    loc: loc.href,
    ...(externalId && { externalId }),
    metadata: Object.keys(metadata).length > 0 ? metadata : null,
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A list, or text split at "|", or else at commas. */
function tagsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 100).filter((tag) => typeof tag === 'string');
  const text = textOf(value) ?? '';
  return text.split(text.includes('|') ? '|' : ',', 100);
}
