import {
  beginFilm,
  DuplicateError,
  type Finding,
  findByEnds,
  isLikeKnownFilm,
} from '@vesper/catalogue/duplicates';
import type { Db } from '@vesper/core/db/pool.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { requireNotBlocked } from '@vesper/intake/block-list';
import {
  type DownloadedFile,
  type DownloadFileOptions,
  downloadFile,
  type FirstBytes,
  hashLastBytesAt,
} from '@vesper/intake/downloads';
import { type DescribedVideo, knownOf, type Work } from './work.ts';

/** Interrupts a transfer that begins like a known film. */
class SeemsKnown extends Error {
  readonly first: FirstBytes;

  constructor(first: FirstBytes) {
    super('The film seems to be in the library already.');
    this.first = first;
  }
}

/**
 * Downloads a film unless it is known: if length and beginning match a known film, its end is requested before the
 * transfer continues. Throws DuplicateError for a known one, `host_waits` while another download fetches the same
 * film, else as `downloadFile`.
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
        await begin(work, options, first);
      },
    });
  } catch (error) {
    if (!(error instanceof SeemsKnown)) throw error;
    await refuseKnown(work, options, error.first);
    await begin(work, options, error.first);
    return downloadFile(options);
  }
}

/** The same film at two addresses is transferred once: the second waits until the first is published. */
async function begin(
  { pipeline: { db }, videoId, isReplacing }: Work,
  { url }: DownloadFileOptions,
  first: FirstBytes,
): Promise<void> {
  // The old film identifies the video until it is replaced.
  if (isReplacing) return;
  const addressHash = hashOfAddress(url);
  if (!addressHash || (await beginFilm(db, { videoId, addressHash, first }))) return;
  const sentence = 'Another download seems to be fetching the same film. Waiting for it to finish.';
  throw new SourceError('host_waits', sentence);
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

/** Throws BlockedError for a film that was taken down, whatever its new address, else DuplicateError. */
export async function refuseDuplicate(db: Db, video: DescribedVideo, finding: Finding): Promise<never> {
  const contentSha256 = finding.test === 'content' ? (finding.existing.content_sha256 ?? null) : null;
  await requireNotBlocked(db, { ...knownOf(video), contentSha256 });
  throw new DuplicateError(finding);
}
