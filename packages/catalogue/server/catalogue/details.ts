import { buffer } from 'node:stream/consumers';
import {
  hasScope,
  type ManagedVideo,
  ManagedVideoDetails,
  type Rights,
  type WatchedFilm,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import { AppError, errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { selectLastLook } from '@vesper/intake/revisits';
import {
  FILE_NAMES,
  type HostAddresses,
  type MediaFile,
  type MediaSigner,
  reviewAddress,
  selectFiles,
  selectFilmToReview,
} from '@vesper/library/media';
import { rulesOf } from '@vesper/notices/cases';
import { SENTENCES } from './act-rules.ts';
import { selectDetails, selectQuarantined } from './details-queries.ts';
import { type ManagedVideoRow, selectAmong } from './finding-queries.ts';
import { viewLastLook } from './source-words.ts';
import { toManagedVideo } from './view.ts';

export interface ManagedVideoDeps {
  db: Db;
  storages: Storages;
  addresses: HostAddresses;
  /** Adaptive streams, unless the source says otherwise. */
  rendersByDefault: boolean;
  log: Log;
}

export async function getManagedRow(
  { db, rendersByDefault }: Pick<ManagedVideoDeps, 'db' | 'rendersByDefault'>,
  id: string,
): Promise<ManagedVideoRow> {
  const [row] = await selectAmong(db, {}, [id], { before: undefined, limit: 1, rendersByDefault });
  if (!row) throw new AppError('not_found', SENTENCES.missing);
  return row;
}

export async function getManagedVideo(deps: ManagedVideoDeps, id: string): Promise<ManagedVideo> {
  return toManagedVideo(await getManagedRow(deps, id), deps.addresses);
}

/** Throws not_found. */
export async function getVideoDetails(deps: ManagedVideoDeps, id: string): Promise<ManagedVideoDetails> {
  const row = await getManagedRow(deps, id);
  const [details, look, files, aside] = await Promise.all([
    selectDetails(deps.db, id),
    selectLastLook(deps.db, id),
    selectFiles(deps.db, id),
    selectQuarantined(deps.db, id),
  ]);
  if (!details) throw new AppError('not_found', SENTENCES.missing);
  const isAside = ({ purpose, name }: MediaFile) => aside.has(`${purpose}/${name}`);
  const inPlace = files.filter((file) => !isAside(file));
  return viewOf(ManagedVideoDetails, details, {
    ...toManagedVideo(row, deps.addresses),
    lastLook: viewLastLook(look, { ...row, description: details.description }),
    playsFrom: row.kind === 'hosted' ? null : row.video_url || row.embed_url || null,
    picture: row.status === 'published' ? null : await readPicture(deps, inPlace),
    files: files.map((file) => ({ ...file, isInQuarantine: isAside(file) })),
  });
}

/** For deciding about a video that is not public; null if unreadable. */
async function readPicture(
  { storages, log }: ManagedVideoDeps,
  files: readonly MediaFile[],
): Promise<string | null> {
  const names: string[] = [FILE_NAMES.thumbnail(320, 'webp'), FILE_NAMES.thumbnail(640, 'webp')];
  const pictures = files.filter(({ purpose, name }) => purpose === 'thumbnail' && names.includes(name));
  const file = pictures.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))[0];
  if (!file) return null;
  try {
    const body = await storages.at(file.place).read(file.key);
    return body ? `data:image/webp;base64,${(await buffer(body)).toString('base64')}` : null;
  } catch (error) {
    log.warn({ err: errorMessage(error), key: file.key }, 'A picture could not be read.');
    return null;
  }
}

/** Without access to notices, restricted kinds are shown as `restricted`. */
export function withoutRestricted(video: ManagedVideoDetails, rights: Rights): ManagedVideoDetails {
  if (hasScope(rights, 'takedowns:read')) return video;
  const cases = video.cases.map((one) =>
    rulesOf(one.kind).isRestricted ? { ...one, kind: 'restricted' } : one,
  );
  return { ...video, cases };
}

export interface WatchDeps {
  db: Db;
  clock: Clock;
  signer: MediaSigner;
}

/** Throws forbidden for a token, which has no session to bind the address to, and conflict without a film. */
export async function watchVideo(
  { db, clock, signer }: WatchDeps,
  { id, kind, video_url, embed_url }: ManagedVideoRow,
  { sessionId }: Actor,
): Promise<WatchedFilm> {
  if (sessionId === undefined)
    throw new AppError('forbidden', 'Films are shown only to signed-in administrators.');
  if (kind === 'hosted') {
    if (!(await selectFilmToReview(db, id)))
      throw new AppError('conflict', 'Its film is not in storage. Download it first.');
    return { kind: 'film', ...reviewAddress(signer, { videoId: id, sessionId }, clock.now()) };
  }
  if (video_url) return { kind: 'film', url: video_url, expiresIn: null };
  if (embed_url) return { kind: 'page', url: embed_url, expiresIn: null };
  throw new AppError('conflict', 'This video has no film yet.');
}
