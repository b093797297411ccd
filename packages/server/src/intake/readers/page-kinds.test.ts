import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SafeFetch } from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
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
import { fetchPage } from './page-reader.ts';

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
const DOCUMENT = new URL('../../../../../docs/page-kinds.md', import.meta.url);

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

it('has a name of its own for each kind, and shows them all to operators', () => {
  const names = ALL.flatMap(({ kinds }) => kinds.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(120);
  expect(WRONG_FILMS.kinds.length).toBeGreaterThanOrEqual(25);
  if (process.env.WRITE_PAGE_KINDS) writeFileSync(DOCUMENT, documentOf(ALL));
  expect(readFileSync(DOCUMENT, 'utf8'), 'Renew it with WRITE_PAGE_KINDS=1.').toBe(documentOf(ALL));
});

function documentOf(all: readonly PageKinds[]): string {
  const count = all.reduce((sum, { kinds }) => sum + kinds.length, 0);
  const tables = all.map(({ heading, kinds }) => {
    const rows = kinds.map(({ name, reads }) => `| ${cell(name)} | ${cell(reads)} |`);
    return [`## ${heading}`, '', '| A page with | reads |', '|---|---|', ...rows].join('\n');
  });
  return `${[INTRODUCTION(count), ...tables].join('\n\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

const INTRODUCTION = (count: number) => `# What is read from which page

${count} kinds of pages, and what a crawl reads from each. Generated from the cases of the test
\`packages/server/src/intake/readers/page-kinds.test.ts\`, which compares both.

All descriptions of a video on a page go into one list: JSON-LD, microdata, RDFa, Open Graph, Twitter card, players.
The page's own video is the one that says so by its address (\`mainEntityOfPage\`, \`url\`, \`@id\`), that is the page's
main entity or its \`video\`, that the page's metas name, or that stands alone. Lists, trailers, advertisements, videos
with another page's address and videos about the site are never taken, nor are films whose address says "trailer" or
"preview" where the page does not. Of several equally likely ones, the one that is called like the page
or played on it is taken; else none. It is completed with what other forms say of the same video. Its film's addresses
are tried in turn, whole files before playlists.`;
