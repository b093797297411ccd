import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import type { FilmAddress } from '@vesper/intake/readers';
import type { Work } from './work.ts';

/** Tries a film's addresses in turn: see `isOfAddress`. Throws the first error if all fail. */
export async function inTurn<T>(
  { video, leased, log, signal }: Work,
  attempt: (film: FilmAddress, nth: number) => Promise<T>,
): Promise<T> {
  let first: unknown;
  for (const [nth, film] of video.films.entries()) {
    try {
      return await attempt(film, nth);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfAddress(error, leased.job.attempts)) throw error;
      first ??= error;
      const reason = error.message;
      log.info(
        { url: film.url, reason, left: video.films.length - nth - 1 },
        'A film could not be fetched from one of its addresses.',
      );
    }
  }
  throw first ?? new SourceError('no_video', 'The page has no film.');
}

/** Whether another address may work; a temporary error only counts from the second attempt on. */
export function isOfAddress(error: unknown, attempts: number): error is SourceError {
  if (!(error instanceof SourceError)) return false;
  // The pause applies to the whole site.
  if (error.code === 'host_waits' || error.code === 'source_paused') return false;
  return error.kind === 'permanent' || attempts > 0;
}
