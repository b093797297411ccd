import {
  type PageRules,
  RULE_FIELDS,
  type RuleField,
  type RuleFinding,
  type RulesToTry,
  type RulesTrial,
  withoutControls,
} from '@vesper/contract';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { acceptedAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { selectLatestPages } from '../../ledger/index.ts';
import { type CompletedVideo, fetchHtml, type PageVideo, tryRulesOn } from '../../readers/index.ts';
import { requireCovered, requireSelectors, requireSource } from '../../sources/index.ts';
import type { Crawler } from '../admit.ts';

/** The web server times out after 30 seconds. */
const BUDGET_MS = 20_000;
const MOST_PAGES = 5;
const LONGEST_TEXT = 500;

/** Reads up to five pages; saves nothing. Throws bad_request, not_found, and conflict if it may not be read. */
export async function tryRules(
  { db, manners }: Pick<Crawler, 'db' | 'manners'>,
  sourceId: string,
  { rules, urls = [] }: RulesToTry,
): Promise<RulesTrial> {
  requireSelectors(rules, 'rules');
  const given = [...new Set(urls.map((url) => acceptedAddress(url, 'urls')))];
  await requireSource(db, sourceId);
  await requireCovered(db, sourceId);
  const addresses = given.length > 0 ? given : await selectLatestPages(db, sourceId, MOST_PAGES);
  const polite = manners.fetchFor(sourceId);
  const fetch: typeof polite = (url, options) => polite(url, { ...options, conditional: false });
  const signal = AbortSignal.timeout(BUDGET_MS);
  const pages: RulesTrial['pages'] = [];
  for (const url of addresses) pages.push(await tryOn(url, { rules, fetch, signal }));
  return { pages };
}

interface Trial {
  rules: PageRules;
  fetch: Parameters<typeof fetchHtml>[1]['fetch'];
  signal: AbortSignal;
}

async function tryOn(url: string, { rules, fetch, signal }: Trial): Promise<RulesTrial['pages'][number]> {
  try {
    signal.throwIfAborted();
    const { video, problems, page, refusal } = tryRulesOn(await fetchHtml(url, { fetch, signal }), rules);
    const findings = RULE_FIELDS.map((field) => ({
      ...{ field, found: shown(video, field), problem: problems[field] ?? null },
      ...takenOf(page, field),
    }));
    return { url, problem: refusal ?? null, findings };
  } catch (error) {
    return { url, problem: reasonOf(error, signal), findings: [] };
  }
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted && error === signal.reason) return 'There was no time left for this page.';
  if (error instanceof SourceError) return error.message;
  throw error;
}

function takenOf(page: CompletedVideo | undefined, field: RuleField): Pick<RuleFinding, 'taken' | 'from'> {
  const taken = page ? shown(page, field) : null;
  const from = page?.takenFrom[field === 'poster' ? 'thumbnail' : field];
  return { taken, from: taken === null ? null : (from ?? 'its address') };
}

function shown({ title, films, thumbnailUrl, durationSeconds, tags }: PageVideo, field: RuleField) {
  const texts: Record<RuleField, string | undefined> = {
    ...{ title, film: films[0]?.url, poster: thumbnailUrl, tags: tags.join(', ') },
    duration: durationSeconds === undefined ? undefined : `${durationSeconds} seconds`,
  };
  return texts[field] ? withoutControls(texts[field]).slice(0, LONGEST_TEXT) : null;
}
