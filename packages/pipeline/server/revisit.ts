import { type Followed, followSource } from '@vesper/catalogue/catalogue';
import { rememberFilm, selectKnownFilm } from '@vesper/catalogue/duplicates';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { judge, type Verdict } from '@vesper/core/jobs/retry-rules.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { visitLanes } from '@vesper/core/jobs/visit-lanes.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { queueDownloads } from '@vesper/intake/downloads';
import {
  claimRevisits,
  type DueRevisit,
  endRevisit,
  holdRevisit,
  postponeRevisits,
} from '@vesper/intake/revisits';
import { selectSourceDelivery } from '@vesper/intake/sources';
import { holdRefused } from '@vesper/library/videos';
import { type Describing, describeVideo } from './described-video.ts';
import { type FilmNews, filmNews } from './film-news.ts';
import type { DescribedVideo, Pipeline } from './work.ts';

export interface Revisits extends Describing, Pick<Pipeline, 'queue' | 'refusals'> {
  clock: Clock;
}

/** The pause before a retry, unless the site names one. */
const LATER_MS = 10 * 60_000;
const SOONEST_MS = 60_000;
const LATEST_MS = 24 * 3600 * 1000;
/** After this long without a request getting through, a page is dropped until it changes again. */
const LONGEST_WAIT_MS = 30 * LATEST_MS;

/**
 * Rereads pages that their sources report as changed. New text is applied and a new film is downloaded; otherwise the
 * video stays as it is, whatever the page says.
 */
export async function revisitPages(revisits: Revisits, { signal, log }: JobContext): Promise<void> {
  const { db, clock } = revisits;
  await visitLanes(
    {
      claim: (batch) => claimRevisits(db, batch),
      visit: (due) => revisit(revisits, due, { signal, log }),
      giveBack: (left) => postponeRevisits(db, left, { until: clock.now() }),
    },
    { clock, signal },
  );
}

async function revisit(revisits: Revisits, due: DueRevisit, { signal, log }: JobContext): Promise<void> {
  const { db, clock } = revisits;
  try {
    const outcome = due.isPublic
      ? await applyNews(revisits, due, await reread(revisits, due, signal))
      : await endWith(revisits, due, NOT_PUBLIC);
    if (outcome) log.info({ videoId: due.videoId, outcome }, 'A changed page was reread.');
  } catch (error) {
    signal.throwIfAborted();
    const verdict = judge(error);
    if (verdict.unexpected)
      log.error({ err: error, videoId: due.videoId }, 'Rereading a changed page failed.');
    const pause = pauseOf(verdict);
    const now = clock.now();
    const since = due.putOffSince ?? now;
    if (pause === undefined || now.getTime() - since.getTime() > LONGEST_WAIT_MS)
      await endWith(revisits, due, verdict.sentence);
    else await postponeRevisits(db, [due], { until: new Date(now.getTime() + pause), since });
  }
}

const NOT_PUBLIC = 'The video is not public.';

interface Reread {
  video: DescribedVideo;
  news: FilmNews;
}

/** Reads the page as its download would, then checks its film. */
async function reread(revisits: Revisits, due: DueRevisit, signal: AbortSignal): Promise<Reread> {
  const { lane, sourceUrl, sourceUrlHash, externalId, metadata } = due;
  const job = {
    source_id: lane,
    source_url: sourceUrl,
    source_url_hash: sourceUrlHash,
    external_id: externalId,
  };
  const video = await describeVideo(revisits, { job, metadata: metadata ?? {} }, signal);
  const known = await selectKnownFilm(revisits.db, due.videoId);
  const fetch = revisits.manners.fetchFor(lane);
  const news = await filmNews(due, video, { known, fetch, signal }).catch(withoutFilm);
  return { video, news };
}

/** A film that cannot be fetched must not hold up the text. */
function withoutFilm(error: unknown): FilmNews {
  if (!(error instanceof SourceError) || pauseOf(judge(error)) !== undefined) throw error;
  return { film: 'same', problem: error.message };
}

/** Applies what a page now says; does nothing if the lease was lost. */
async function applyNews(
  { db, queue, clock, refusals }: Revisits,
  due: DueRevisit,
  { video, news }: Reread,
): Promise<string | undefined> {
  const source = await selectSourceDelivery(db, due.lane);
  const { title, description, tags, category } = video.draft;
  const said = {
    words: { title, description, tags, category },
    last: due,
    isFollowed: source?.follow_words ?? false,
  };
  const list = await refusals.get();
  return transaction(
    db,
    async (tx) => {
      if (!(await holdRevisit(tx, due))) return undefined;
      // Lock order: the queue's counts before the library's, as in ending a download.
      await followFilm(tx, due, news);
      const followed = await followSource(tx, queue, due.videoId, said);
      if (followed?.taken.length) await holdRefused(tx, list, [due.videoId]);
      const outcome = followed ? outcomeOf(followed, news) : NOT_PUBLIC;
      await endRevisit(tx, due, { ...followed, outcome, now: clock.now() });
      return outcome;
    },
    { retry: ['deadlock'] },
  );
}

/** The video keeps its film until the new one is complete: see `ingestVideo`. */
async function followFilm(tx: Db, due: DueRevisit, news: FilmNews): Promise<void> {
  const { videoId, lane: sourceId, sourceUrl, sourceUrlHash, externalId, metadata } = due;
  if (news.film === 'another')
    await queueDownloads(tx, [
      { videoId, sourceId, sourceUrl, sourceUrlHash, externalId, metadata, crawlerRunId: null },
    ]);
  else if (news.movedTo) await rememberFilm(tx, videoId, news.movedTo);
}

function outcomeOf({ taken, differences }: Followed, news: FilmNews): string {
  const sentences = [
    taken.length > 0 && `Taken over from its page: ${taken.join(', ')}.`,
    differences.length > 0 && `Its page says otherwise: ${differences.join(', ')}.`,
    news.film === 'another' && 'It has another film, which was queued for download.',
    news.film === 'same' && news.problem && `Its film could not be checked: ${news.problem}`,
  ].filter(Boolean);
  return sentences.join(' ') || 'No changes found.';
}

async function endWith({ db, clock }: Revisits, due: DueRevisit, outcome: string): Promise<string> {
  await endRevisit(db, due, { outcome, now: clock.now() });
  return outcome;
}

/** How long to wait if the page could not be requested or its site wants a pause; undefined for a failure. */
function pauseOf({ asked, retryAfterMs }: Verdict): number | undefined {
  if (asked && retryAfterMs === undefined) return undefined;
  return Math.min(Math.max(retryAfterMs ?? LATER_MS, SOONEST_MS), LATEST_MS);
}
