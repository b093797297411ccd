import { type SitemapCrawl, type SitemapCrawled, withoutControls } from '@vesper/contract';
import { recordReading } from '../../sources/index.ts';
import type { Crawler, Decisions } from '../admit.ts';
import { createReadingNotes, type ReadingNotes } from '../reading.ts';
import { crawlAtRandom } from './sitemap-at-random.ts';
import { crawlInOrder } from './sitemap-in-order.ts';
import { requireSitemapSource } from './sitemap-source.ts';
import type { SitemapCrawlState } from './sitemap-steps.ts';

/** The web server times out after 30 seconds. */
const BUDGET_MS = 25_000;
const MAX_PROBLEMS = 20;

/** The daily quota does not apply: an administrator asked. Throws if there is no usable source. */
export async function crawlSitemaps(
  crawler: Crawler,
  request: SitemapCrawl,
  budgetMs = BUDGET_MS,
): Promise<SitemapCrawled> {
  const source = await requireSitemapSource(crawler.db, request.sourceId, crawler.clock.now());
  const signal = AbortSignal.timeout(budgetMs);
  const notes = createReadingNotes(source.kind);
  const tally = createTally(request, notes);
  const polite = crawler.manners.fetchFor(source.id);
  const state: SitemapCrawlState = {
    ...tally,
    crawler,
    source,
    dryRun: request.dryRun,
    // Reads unchanged files too.
    fetch: (url, options) => polite(url, { ...options, conditional: false }),
    signal,
  };
  try {
    await (request.mode === 'random' ? crawlAtRandom(state) : crawlInOrder(state));
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
  }
  if (signal.aborted) notes.timeIsUp();
  const reading = notes.reading();
  if (reading) {
    const at = crawler.clock.now();
    const seen = { id: source.id, baseUrl: source.base_url };
    await recordReading(crawler.db, seen, reading, { at, isCrawl: !request.dryRun });
  }
  return tally.result(signal.aborted);
}

function createTally({ videoCount, dryRun }: SitemapCrawl, notes: ReadingNotes) {
  const counted = { new: 0, known: 0, duplicate: 0, blocked: 0 };
  const problems: string[] = [];
  let found = 0;
  let errors = 0;
  return {
    wanted: () => videoCount - counted.new,
    count(decisions: Decisions): void {
      for (const name of Object.keys(counted) as (keyof typeof counted)[]) counted[name] += decisions[name];
      const met = Object.values(decisions).reduce((sum, n) => sum + n, 0);
      if (met > 0) notes.read();
      found += met;
    },
    addProblem(message: string): void {
      errors += 1;
      notes.problem(message);
      if (problems.length < MAX_PROBLEMS) problems.push(withoutControls(message).slice(0, 1000));
    },
    result(timeIsUp: boolean): SitemapCrawled {
      if (timeIsUp && counted.new < videoCount) {
        problems.push('Time ran out before enough was found; another call continues.');
      }
      return {
        jobsCreated: dryRun ? 0 : counted.new,
        videosFound: found,
        duplicatesSkipped: counted.known + counted.duplicate,
        errors,
        problems,
        decisions: counted,
        dryRun,
      };
    },
  };
}
