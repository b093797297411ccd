import { DuplicateError, type Finding, findByEnds, isLikeKnownFilm } from '../desk/duplicates/index.ts';
import { requireNotBlocked } from '../intake/block-list/index.ts';
import {
  type DownloadedFile,
  type DownloadFileOptions,
  downloadFile,
  type FirstBytes,
  hashLastBytesAt,
} from '../intake/downloads/index.ts';
import type { Db } from '../kernel/db/pool.ts';
import { type DescribedVideo, knownOf, type Work } from './work.ts';

/** Ends a transfer whose beginning is that of a film that is here. */
class SeemsKnown extends Error {
  readonly first: FirstBytes;

  constructor(first: FirstBytes) {
    super('The film seems to be here already.');
    this.first = first;
  }
}

/**
 * Downloads a film, unless another page has brought the same: one of a known length and beginning is asked for its end,
 * and only if that differs too does its transfer go on. Throws DuplicateError for a known one, else as `downloadFile`.
 */
export async function downloadUnlessKnown(
  work: Work,
  options: DownloadFileOptions & { signal: AbortSignal },
): Promise<DownloadedFile> {
  const { db } = work.pipeline;
  try {
    return await downloadFile({
      ...options,
      onFirstBytes: async (first) => {
        if (await isLikeKnownFilm(db, work.videoId, first)) throw new SeemsKnown(first);
      },
    });
  } catch (error) {
    if (!(error instanceof SeemsKnown)) throw error;
    await refuseKnown(work, options, error.first);
    return downloadFile(options);
  }
}

async function refuseKnown(
  { pipeline: { db }, video }: Work,
  { url, fetch, signal }: DownloadFileOptions & { signal: AbortSignal },
  first: FirstBytes,
): Promise<void> {
  const lastSha256 = await hashLastBytesAt(url, { sizeBytes: first.sizeBytes, fetch, signal });
  const finding = lastSha256 && (await findByEnds(db, video.newcomer, { ...first, lastSha256 }));
  if (finding) await refuseDuplicate(db, video, finding);
}

/** Throws: BlockedError for a film that was taken off, whatever its new address, else DuplicateError. */
export async function refuseDuplicate(db: Db, video: DescribedVideo, finding: Finding): Promise<never> {
  const contentSha256 = finding.test === 'content' ? (finding.existing.content_sha256 ?? null) : null;
  await requireNotBlocked(db, { ...knownOf(video), contentSha256 });
  throw new DuplicateError(finding);
}
