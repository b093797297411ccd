import type { WatchedFilm } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { Actor } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { type MediaSigner, reviewAddress, selectFilmToReview } from '../../library/media/index.ts';
import type { ManagedVideoRow } from './finding-queries.ts';

export interface WatchDeps {
  db: Db;
  clock: Clock;
  signer: MediaSigner;
}

/**
 * Where an administrator watches a video in any status. Throws forbidden for a token, which has no session to bind the
 * address to, and conflict without a film.
 */
export async function watchVideo(
  { db, clock, signer }: WatchDeps,
  { id, kind, video_url, embed_url }: ManagedVideoRow,
  { sessionId }: Actor,
): Promise<WatchedFilm> {
  if (sessionId === undefined)
    throw new AppError('forbidden', 'Films are shown only to signed-in administrators.');
  if (kind === 'hosted') {
    if (!(await selectFilmToReview(db, id)))
      throw new AppError('conflict', 'Its film is not in the storage. Download it first.');
    return { kind: 'film', ...reviewAddress(signer, { videoId: id, sessionId }, clock.now()) };
  }
  if (video_url) return { kind: 'film', url: video_url, expiresIn: null };
  if (embed_url) return { kind: 'page', url: embed_url, expiresIn: null };
  throw new AppError('conflict', 'This video has no film yet.');
}
