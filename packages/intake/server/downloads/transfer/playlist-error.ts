import {
  type Chunks,
  decodeText,
  readBytes,
  tooLargeError,
} from '@vesper/core/lib/outbound/response-body.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';

export interface Playlist {
  kind: 'hls' | 'dash';
  /** After redirects: the base of its addresses. */
  url: string;
  text: string;
}

/** Twenty thousand segments with signed addresses of 400 characters. */
export const MAX_PLAYLIST_BYTES = 8_000_000;

/** Other callers treat it as a file that is not a video. */
export class PlaylistError extends SourceError {
  readonly playlist: Playlist;

  constructor(playlist: Playlist) {
    super('not_video', 'The address returned a playlist of a stream, not a video file.');
    this.playlist = playlist;
  }
}

export function playlistKind(firstBytes: Buffer): Playlist['kind'] | undefined {
  const start = firstBytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (start.startsWith('#EXTM3U')) return 'hls';
  // After a declaration, comments and processing instructions.
  return start.startsWith('<') && /<(?:\w{1,20}:)?MPD[\s>]/.test(start) ? 'dash' : undefined;
}

/** Throws SourceError `too_large` beyond MAX_PLAYLIST_BYTES. */
export async function readPlaylist(kind: Playlist['kind'], url: string, body: Chunks): Promise<Playlist> {
  const { bytes, complete } = await readBytes(body, MAX_PLAYLIST_BYTES);
  if (!complete) throw tooLargeError(MAX_PLAYLIST_BYTES);
  return { kind, url, text: decodeText(bytes, 'utf-8') };
}
