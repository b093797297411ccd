import type { KnownFilm } from '@vesper/catalogue/duplicates';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { type FirstBytes, readFirstBytesAt } from '@vesper/intake/downloads';
import type { DueRevisit } from '@vesper/intake/revisits';
import type { DescribedVideo } from './work.ts';

/** The same film, perhaps at another address, or one to be downloaded. */
export type FilmNews = { film: 'same'; movedTo?: KnownFilm; problem?: string } | { film: 'another' };

interface LookOptions {
  fetch: SafeFetch;
  signal: AbortSignal;
  known: KnownFilm | undefined;
}

/** Stated lengths are rounded, and may leave out a second at either end. */
const SECONDS_OFF = 2;
const SHARE_OFF = 0.02;

/**
 * Whether a page's film differs from its video's, checked only if its address or length does: a file by its length and
 * first bytes (one request), a stream by its stated length. Throws SourceError if it cannot be fetched.
 */
export async function filmNews(
  due: Pick<DueRevisit, 'kind' | 'duration'>,
  video: DescribedVideo,
  { known, fetch, signal }: LookOptions,
): Promise<FilmNews> {
  const isTransferred =
    due.kind === 'hosted' && video.delivery === 'hosted' && video.broughtBy === 'transfer';
  if (!isTransferred || !known) return { film: 'same' };
  const inPlace = video.films.find(({ url }) => hashOfAddress(url)?.equals(known.addressHash));
  const lengths = compareLengths(video.durationSeconds, due.duration);
  if (inPlace && lengths !== 'different') return { film: 'same' };
  const film = inPlace ?? video.films[0];
  const addressHash = film && hashOfAddress(film.url);
  if (!film || !addressHash) return { film: 'same' };
  const first = film.kind === 'file' ? await readFirstBytesAt(film.url, { fetch, signal }) : undefined;
  const isSame = first && known.ends ? beginsAlike(first, known.ends) : lengths === 'alike';
  if (!isSame) return { film: 'another' };
  return inPlace ? { film: 'same' } : { film: 'same', movedTo: { addressHash, ends: known.ends } };
}

/** In seconds; 0 if unknown. */
function compareLengths(stated: number, present: number): 'alike' | 'different' | 'unknown' {
  if (stated <= 0 || present <= 0) return 'unknown';
  const tolerance = Math.max(SECONDS_OFF, present * SHARE_OFF);
  return Math.abs(stated - present) <= tolerance ? 'alike' : 'different';
}

function beginsAlike(one: FirstBytes, other: FirstBytes): boolean {
  return one.sizeBytes === other.sizeBytes && one.firstSha256.equals(other.firstSha256);
}
