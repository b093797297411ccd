import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { ignoreMissing } from '@vesper/core/lib/files/missing-file.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { decideTopics } from '@vesper/library/topics';
import { type Publishing, rewordProcessing, slugOfTitle } from '@vesper/library/videos';
import {
  fileOfUpload,
  holdUploadedFilm,
  selectUploadedFilm,
  type UploadedFilm,
} from '@vesper/uploads/uploads';
import { type Described, type OwnWords, ownFilm } from './own-film.ts';
import type { FetchedFile, NamedJob, Work } from './work.ts';

const NOT_KEPT = 'The uploaded file is not kept. Please upload it again.';

/** Throws SourceError if its upload is gone. */
export async function describeUploaded(db: Db, job: NamedJob): Promise<Described> {
  const uploaded = await selectUploadedFilm(db, job.external_id ?? '');
  if (!uploaded) throw new SourceError('no_video', NOT_KEPT);
  return { ...ownFilm(job, wordsOf(uploaded)), uploaded };
}

function wordsOf({ name, draft: { title, description, tags, category, language } }: UploadedFilm): OwnWords {
  return { title: title || path.parse(name).name, description, tags, category, language };
}

/** The next attempt needs the file too. Throws SourceError if it is missing or incomplete. */
export async function fetchUploaded(work: Work, { id, sizeBytes }: UploadedFilm): Promise<FetchedFile> {
  const { pipeline, leased, workFolder, signal } = work;
  const file = fileOfUpload(pipeline.uploadsDirectory, id);
  const localPath = path.join(workFolder, 'video');
  if ((await stat(file).catch(ignoreMissing))?.size !== sizeBytes)
    throw new SourceError('no_video', NOT_KEPT);
  await rm(localPath, { force: true });
  // Other file systems, and some that have no links.
  await link(file, localPath).catch(() => copyFile(file, localPath));
  const hash = createHash('sha256');
  let receivedBytes = 0;
  for await (const chunk of createReadStream(localPath, { signal, highWaterMark: 1024 * 1024 })) {
    hash.update(chunk);
    receivedBytes += chunk.length;
    leased.reportTransfer({ receivedBytes, totalBytes: sizeBytes });
  }
  return { localPath, sha256: hash.digest() };
}

/** Until the transaction ends, what is to become of the film stays as it is. */
export async function holdUploaded(tx: Db, { id }: UploadedFilm): Promise<UploadedFilm> {
  const film = await holdUploadedFilm(tx, id);
  if (!film) throw new AppError('gone', NOT_KEPT);
  return film;
}

/** A new video gets the words that were typed meanwhile; one whose film is replaced keeps its own. */
export async function finishUploaded(
  tx: Db,
  film: UploadedFilm,
  videoId: string,
): Promise<Pick<Publishing, 'hiddenReason' | 'publishedAt' | 'sourceId'>> {
  if (film.replaces !== null) return { sourceId: film.sourceId };
  const words = wordsOf(film);
  const slug = slugOfTitle(words.title);
  await rewordProcessing(tx, videoId, { ...words, ...(await decideTopics(tx, words)), slug });
  const { publish, publishAt } = film.draft;
  if (publish === 'hidden') return { hiddenReason: 'administrator' };
  const isAhead = publish === 'later' && publishAt !== null && Date.parse(publishAt) > Date.now();
  return isAhead ? { hiddenReason: 'scheduled', publishedAt: publishAt } : {};
}
