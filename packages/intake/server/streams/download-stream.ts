import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { peek } from '@vesper/core/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { SNIFF_BYTES } from '@vesper/core/lib/video-bytes.ts';
import { MAX_PLAYLIST_BYTES, type Playlist, playlistKind, readPlaylist } from '../downloads/index.ts';
import { readManifest } from './dash-manifest.ts';
import { createStreamReport, fetchTrack, MOST_HOURS, type StreamOptions } from './fetch-track.ts';
import { isMaster, readMaster } from './hls-master.ts';
import { readMedia } from './hls-media.ts';
import { type Patience, persist, USUAL_DELAYS_MS } from './patience.ts';
import { brokenPlaylistError, requireBounds, type StreamPart, secondsOf, type Track } from './stream-plan.ts';

export interface PartFiles {
  picture: string;
  /** If separate from the picture. */
  sound: string | undefined;
}

export interface DownloadedStream {
  /** Concatenated, they are the film. */
  parts: PartFiles[];
  sizeBytes: number;
  /** By the playlist. */
  durationSeconds: number;
  /** Of all files, in order. */
  sha256: Buffer;
}

/** Keeps segments of earlier attempts. Throws SourceError, the reason of `signal`, or a file system error. */
export async function downloadStream(playlist: Playlist, options: StreamOptions): Promise<DownloadedStream> {
  const { signal, pauseScale = 1 } = options;
  const delaysMs = USUAL_DELAYS_MS.map((delay) => delay * pauseScale);
  const plan = await readStream(playlist, { ...options, delaysMs });
  await mkdir(options.folder, { recursive: true });
  const report = createStreamReport(plan, options);
  const deadline = performance.now() + MOST_HOURS * 3_600_000;
  const deps = { ...options, delaysMs, report, deadline };
  const parts: PartFiles[] = [];
  for (const [i, { picture, sound }] of plan.entries()) {
    const at = (name: string) => path.join(options.folder, `${name}-${i}`);
    parts.push({
      picture: await fetchTrack(deps, picture, at('picture')),
      sound: sound && (await fetchTrack(deps, sound, at('sound'))),
    });
  }
  report.tell(true);
  const { sizeBytes } = report;
  if (sizeBytes === 0) throw new SourceError('not_video', 'The stream is empty.');
  const durationSeconds = plan.reduce((sum, { picture }) => sum + secondsOf(picture), 0);
  return { parts, sizeBytes, durationSeconds, sha256: await hashFiles(parts, signal) };
}

async function hashFiles(parts: readonly PartFiles[], signal: AbortSignal): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const file of parts.flatMap(({ picture, sound }) => (sound ? [picture, sound] : [picture])))
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal }))
      hash.update(chunk);
  return hash.digest();
}

export interface ReadingOptions extends Patience {
  fetch: SafeFetch;
  /** Limits the shorter side, in pixels. */
  mostHeight: number;
}

/** What to fetch, part by part. Throws SourceError for live, protected or oversized streams. */
export async function readStream(playlist: Playlist, options: ReadingOptions): Promise<StreamPart[]> {
  const { kind, text, url } = playlist;
  const parts =
    kind === 'dash' ? readManifest(text, url, options.mostHeight) : await readHls(playlist, options);
  requireBounds(parts);
  return parts;
}

async function readHls(playlist: Playlist, options: ReadingOptions): Promise<StreamPart[]> {
  const { text, url } = playlist;
  if (!isMaster(text)) return pairTracks(readMedia(text, url), undefined);
  const choice = readMaster(text, url, options.mostHeight);
  const pictures = await readMediaAt(choice.pictureUrl, options);
  const isApart = choice.soundUrl !== undefined && choice.soundUrl !== choice.pictureUrl;
  return pairTracks(pictures, isApart ? await readMediaAt(choice.soundUrl ?? '', options) : undefined);
}

async function readMediaAt(url: string, options: ReadingOptions): Promise<Track[]> {
  const playlist = await persist(() => fetchPlaylist(url, options), options);
  if (playlist.kind !== 'hls')
    throw new SourceError('not_video', 'An address of the stream returned something other than a playlist.');
  return readMedia(playlist.text, playlist.url);
}

const ACCEPT = 'application/vnd.apple.mpegurl, application/x-mpegurl, */*;q=0.5';

/** Throws SourceError unless the first bytes are a playlist's. */
export async function fetchPlaylist(
  url: string,
  { fetch, signal }: { fetch: SafeFetch; signal: AbortSignal },
): Promise<Playlist> {
  const response = requireOk(
    await fetch(url, { signal, headers: { accept: ACCEPT }, maxBytes: MAX_PLAYLIST_BYTES + 1 }),
  );
  try {
    const { head, body } = await peek(response.body, SNIFF_BYTES);
    const kind = playlistKind(head);
    if (kind) return await readPlaylist(kind, response.url, body);
    throw new SourceError('not_video', 'An address of the stream returned something other than a playlist.');
  } finally {
    response.discard();
  }
}

/** Discontinuities match across a stream's playlists (RFC 8216, section 6.2.4). */
function pairTracks(pictures: readonly Track[], sounds: readonly Track[] | undefined): StreamPart[] {
  if (sounds && sounds.length !== pictures.length)
    throw brokenPlaylistError('The discontinuities of the picture and the sound of the stream do not match.');
  return pictures.map((picture, i) => ({ picture, sound: sounds?.[i] }));
}
