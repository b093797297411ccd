import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline as flow } from 'node:stream/promises';
import { FileProblem, type FilmToMove, openInside, selectFilmToMove } from '@vesper/catalogue/move-ins';
import type { Db } from '@vesper/core/db/pool.ts';
import { formatSize, SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import type { SourceMetadata } from '@vesper/intake/readers';
import { type CategoryMap, mapCategory } from '@vesper/intake/sources';
import { type Described, ownFilm } from './own-film.ts';
import type { FetchedFile, NamedJob, Work } from './work.ts';

/** A film in a folder, described by its move-in. Throws SourceError if no move-in has it. */
export async function describeMoved(
  db: Db,
  job: NamedJob,
  metadata: SourceMetadata,
  categoryMap: CategoryMap,
): Promise<Described> {
  const { source_id: sourceId, external_id: externalId } = job;
  const moved = externalId === null ? undefined : await selectFilmToMove(db, sourceId ?? '', externalId);
  if (!moved)
    throw new SourceError('no_video', 'No import has a file with this address, or its import was undone.');
  const { title, description, tags, category, durationSeconds } = moved.said;
  const words = {
    title: metadata.title ?? title,
    description: metadata.description ?? description,
    tags: metadata.tags ?? tags,
    category: mapCategory(categoryMap, metadata.category ?? category),
    language: null,
  };
  return { ...ownFilm(job, words, durationSeconds ?? 0), moved };
}

/** Copies the film: the operator's file stays untouched. Throws SourceError if it is missing or has changed. */
export async function fetchFromFolder(work: Work, film: FilmToMove): Promise<FetchedFile> {
  const { pipeline, leased, workFolder, signal } = work;
  const { folder, path: inside } = film;
  const localPath = path.join(workFolder, 'video');
  const file = await openFilm(folder, inside);
  try {
    const totalBytes = film.sizeBytes;
    if (totalBytes > pipeline.maxVideoBytes) throw tooLarge(totalBytes);
    await requireAsNoted(file, film);
    const hash = createHash('sha256');
    let receivedBytes = 0;
    const watched = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        receivedBytes += chunk.length;
        // The file may grow while it is read.
        if (receivedBytes > pipeline.maxVideoBytes) throw tooLarge(receivedBytes);
        leased.reportTransfer({ receivedBytes, totalBytes });
        await pipeline.disks.requireRoom();
        yield chunk;
      }
    };
    const chunks = file.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 });
    await flow(chunks, watched, createWriteStream(localPath), { signal });
    await requireAsNoted(file, film);
    return { localPath, sha256: hash.digest() };
  } finally {
    await file.close();
  }
}

function tooLarge(bytes: number): SourceError {
  return new SourceError('too_large', `The film is too large (${formatSize(bytes)}).`);
}

/** A film's details belong to the file as it was recorded; one still being written would be truncated. */
async function requireAsNoted(
  file: FileHandle,
  { path: inside, sizeBytes, modifiedAt }: FilmToMove,
): Promise<void> {
  const { size, mtimeMs } = await file.stat();
  if (size === sizeBytes && Math.floor(mtimeMs) === modifiedAt.getTime()) return;
  const sentence = `${inside} is still being written, or has changed since its import began. If this persists, import its folder again.`;
  throw new SourceError('no_video', sentence, { kind: 'transient' });
}

async function openFilm(folder: string, inside: string) {
  try {
    return await openInside(folder, inside);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    // The disk may be mounted later.
    const kind = error.mayPass ? 'transient' : 'permanent';
    throw new SourceError('no_video', `${inside}: ${error.message}`, { kind, cause: error });
  }
}
