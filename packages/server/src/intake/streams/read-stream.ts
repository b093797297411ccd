import type { SafeFetch } from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import type { Playlist } from '../downloads/index.ts';
import { readManifest } from './dash-manifest.ts';
import { fetchPlaylist } from './fetch-playlist.ts';
import { isMaster, readMaster } from './hls-master.ts';
import { readMedia } from './hls-media.ts';
import { type Patience, persist } from './patience.ts';
import { brokenPlaylistError, requireBounds, type StreamPart, type Track } from './stream-plan.ts';

export interface ReadingOptions extends Patience {
  fetch: SafeFetch;
  /** The shorter side in pixels that the best rendition taken may have. */
  mostHeight: number;
}

/**
 * What to fetch of a stream: the best rendition of a finished film, part for part. Throws SourceError for a live or
 * protected stream, and for one out of bounds.
 */
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
    throw new SourceError('not_video', 'A playlist of the stream is something else.');
  return readMedia(playlist.text, playlist.url);
}

/** Discontinuities stand at the same times in all playlists of a stream (RFC 8216, section 6.2.4). */
function pairTracks(pictures: readonly Track[], sounds: readonly Track[] | undefined): StreamPart[] {
  if (sounds && sounds.length !== pictures.length)
    throw brokenPlaylistError('The picture and the sound of the stream break off at different times.');
  return pictures.map((picture, i) => ({ picture, sound: sounds?.[i] }));
}
