import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { describe, expect, it } from 'vitest';
import { fetchPage } from '../page/page-reader.ts';
import { BROKEN_JSON } from './page-kinds/broken-json.ts';
import { CHARSETS } from './page-kinds/charsets.ts';
import { ELEMENTS } from './page-kinds/elements.ts';
import { GIVEN_AWAY } from './page-kinds/given-away.ts';
import { JSON_LD } from './page-kinds/json-ld.ts';
import { MARKUP } from './page-kinds/markup.ts';
import { METAS } from './page-kinds/metas.ts';
import { NOT_FREE } from './page-kinds/not-free.ts';
import { htmlOf, PAGE, type PageKind, type PageKinds, SITE } from './page-kinds/page-kind.ts';
import { SEVERAL } from './page-kinds/several.ts';
import { WRONG_FILMS } from './page-kinds/wrong-films.ts';

const ALL: PageKinds[] = [
  JSON_LD,
  BROKEN_JSON,
  MARKUP,
  METAS,
  ELEMENTS,
  SEVERAL,
  WRONG_FILMS,
  GIVEN_AWAY,
  NOT_FREE,
  CHARSETS,
];

/** One line for people: title, film and where they were said, then the rest. */
async function describeReading(kind: PageKind): Promise<string> {
  try {
    const { title, films, embedUrl, thumbnailUrl, durationSeconds, tags, takenFrom, notes } =
      await readKind(kind);
    const [film, ...others] = films.map(
      ({ url, kind }) => `${local(url)}${kind === 'file' ? '' : ` (${kind})`}`,
    );
    return [
      `“${title}” from ${takenFrom.title ?? 'its address'}`,
      ...(film ? [`film ${film} from ${takenFrom.film}`] : []),
      ...others.map((other) => `or ${other}`),
      ...(embedUrl ? [`player ${local(embedUrl)}`] : []),
      ...(thumbnailUrl ? [`poster ${local(thumbnailUrl)}`] : []),
      ...(durationSeconds ? [`${durationSeconds} s`] : []),
      ...(tags.length > 0 ? [`tags ${tags.join(', ')}`] : []),
      ...notes,
    ].join('; ');
  } catch (error) {
    if (error instanceof SourceError) return `nothing: ${error.message}`;
    throw error;
  }
}

function readKind(kind: PageKind) {
  const body = kind.bytes ?? Buffer.from(htmlOf(kind));
  const headers = { 'content-type': kind.contentType ?? 'text/html; charset=utf-8' };
  const fetch: SafeFetch = async (url) => ({
    ...{ url, status: 200, headers, discard: () => undefined },
    body: (async function* () {
      yield body;
    })(),
  });
  return fetchPage(kind.url ?? PAGE, { fetch });
}

function local(url: string): string {
  return url.startsWith(`${SITE}/`) ? url.slice(SITE.length) : url;
}

describe.each(ALL)('$heading', ({ kinds }) => {
  it.each(kinds)('$name', async (kind) => expect(await describeReading(kind)).toBe(kind.reads));
});

it('has a name of its own for each kind', () => {
  const names = ALL.flatMap(({ kinds }) => kinds.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});
