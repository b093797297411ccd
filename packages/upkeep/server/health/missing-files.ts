import type { MissingVideos } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { FILE_NAMES, type MediaFile, releaseStray } from '@vesper/library/media';
import { giveUpPosters, showHidden } from '@vesper/library/videos';
import { PRIORITY, queueMediaJobs } from '../media-jobs/index.ts';
import {
  addRequeued,
  advancePass,
  beginPass,
  claimFinishedPass,
  type FilePass,
  type HostedFiles,
  selectFilesBatch,
  selectOpenPass,
  selectPass,
} from './file-check-queries.ts';
import type { HealthDeps } from './gone-videos.ts';
import { checkFilesJob } from './jobs.ts';
import { redownload } from './redownload.ts';
import { hasFile, requireStorage } from './stored-files.ts';

const BATCH = 200;
const FILES_AT_ONCE = 32;
/** A call answers within 25 seconds; one batch in a bucket may take long. */
const CALL_BUDGET_MS = 15_000;
/** Then a call begins a new pass. */
const NEWS_MS = 3600 * 1000;

/**
 * Begins or continues a pass as long as a call may take; a job does the rest. Reports an unreported pass of the last
 * hour first. Throws unavailable if the storage is unreadable.
 */
export async function redownloadMissing(deps: HealthDeps, budgetMs = CALL_BUDGET_MS): Promise<MissingVideos> {
  const { db, queue, clock } = deps;
  const ended = await claimEnded(deps);
  if (ended) return { ...totalsOf(ended), done: true };
  const pass = (await selectOpenPass(db)) ?? (await beginPass(db, clock.now()));
  const worked = await workOnPass(deps, pass, { endsAt: performance.now() + budgetMs });
  if (worked.finished_at === null) await queue.send(db, checkFilesJob, {});
  else await claimEnded(deps);
  return { ...totalsOf(worked), done: worked.finished_at !== null };
}

function claimEnded({ db, clock }: HealthDeps): Promise<FilePass | undefined> {
  const now = clock.now();
  return claimFinishedPass(db, { since: new Date(now.getTime() - NEWS_MS), now });
}

export async function finishFileCheck(deps: HealthDeps, { signal, log }: JobContext): Promise<void> {
  const pass = await selectOpenPass(deps.db);
  if (!pass) return;
  const worked = await workOnPass(deps, pass, { endsAt: Number.POSITIVE_INFINITY, signal });
  log.info(totalsOf(worked), 'The files of the hosted videos were checked.');
}

/** One batch per transaction, cursor included: safe to interrupt, and of two workers only one writes a batch. */
async function workOnPass(
  deps: HealthDeps,
  begun: FilePass,
  { endsAt, signal }: { endsAt: number; signal?: AbortSignal },
): Promise<FilePass> {
  let current = begun;
  while (current.finished_at === null && performance.now() < endsAt) {
    signal?.throwIfAborted();
    await checkBatch(deps, current);
    current = (await selectPass(deps.db, current.id)) ?? current;
  }
  return current;
}

async function checkBatch(deps: HealthDeps, pass: FilePass): Promise<void> {
  const { db, clock } = deps;
  const { lastId, videos } = await selectFilesBatch(db, pass.cursor, BATCH);
  const { films, lacking, found } = await findMissing(deps, videos);
  await db.transaction().execute(async (tx) => {
    const missing = films.length + lacking.length;
    const progress = {
      cursor: lastId,
      checked: videos.length,
      missing,
      finishedAt: lastId ? null : clock.now(),
    };
    if (!(await advancePass(tx, pass, progress))) return;
    const downloads = await redownload(tx, films);
    const remakes = await queueRemaking(tx, lacking);
    for (const id of found) await showHidden(tx, id, 'gone');
    await addRequeued(tx, pass.id, downloads + remakes);
  });
}

interface Missing {
  /** Without their video file. */
  films: string[];
  /** With it, but without something made from it. */
  lacking: LackingVideo[];
  /** Hidden because it was gone, and now back. */
  found: string[];
}

async function findMissing(deps: HealthDeps, videos: readonly HostedFiles[]): Promise<Missing> {
  const missing: Missing = { films: [], lacking: [], found: [] };
  const files = videos.flatMap((video) => video.files.filter(({ isAside }) => !isAside));
  if (videos.length > 0) await requireStorage(deps.storages, files);
  const left = videos.values();
  const look = async () => {
    for (const video of left) await lookAt(deps, video, missing);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, look));
  return missing;
}

async function lookAt(deps: HealthDeps, video: HostedFiles, missing: Missing): Promise<void> {
  const { id, status, video_url: filmKey } = video;
  const film = video.files.find(({ key }) => key === filmKey);
  if (!film || !(await isThere(deps, film))) missing.films.push(id);
  else if (status === 'hidden') missing.found.push(id);
  else {
    const files = await lackedBy(deps, video);
    if (files.length > 0) missing.lacking.push({ id, files });
  }
}

async function lackedBy(
  deps: HealthDeps,
  { video_url: filmKey, thumbnail_url: thumbnailKey, files }: HostedFiles,
): Promise<LackingVideo['files']> {
  const lacked: Pick<MediaFile, 'purpose' | 'name'>[] = [];
  for (const file of files) if (file.key !== filmKey && !(await isThere(deps, file))) lacked.push(file);
  const hasRow = thumbnailKey === '' || files.some(({ key }) => key === thumbnailKey);
  if (!hasRow) lacked.push({ purpose: 'thumbnail', name: FILE_NAMES.thumbnail(640, 'webp') });
  return lacked;
}

/** A quarantined file is being released. */
async function isThere({ db, storages }: HealthDeps, file: HostedFiles['files'][number]): Promise<boolean> {
  return file.isAside || (await hasFile(storages, file)) || releaseStray({ db, storages }, file);
}

function totalsOf({ checked, missing, requeued }: FilePass): Omit<MissingVideos, 'done'> {
  return { checked, missing, requeued };
}

interface LackingVideo {
  id: string;
  /** Except the video file. */
  files: readonly Pick<MediaFile, 'purpose' | 'name'>[];
}

const STEPS = ['pictures', 'renditions'] as const;

function stepOf({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): (typeof STEPS)[number] {
  const isStoryboard = name === FILE_NAMES.storyboard || name === FILE_NAMES.storyboardSheet;
  return purpose === 'play' && !isStoryboard ? 'renditions' : 'pictures';
}

/** Returns for how many videos. */
async function queueRemaking(tx: Db, videos: readonly LackingVideo[]): Promise<number> {
  const isPosterMissing = ({ files }: LackingVideo) => files.some(({ purpose }) => purpose === 'thumbnail');
  await giveUpPosters(
    tx,
    videos.filter(isPosterMissing).map(({ id }) => id),
  );
  for (const step of STEPS) {
    const lacking = videos.filter(({ files }) => files.some((file) => stepOf(file) === step));
    const videoIds = lacking.map(({ id }) => id);
    if (videoIds.length > 0) await queueMediaJobs(tx, { step, videoIds, priority: PRIORITY.newVideo });
  }
  return videos.length;
}
