import { peek } from '../../kernel/lib/response-body.ts';
import { requireOk, type SafeFetch } from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { SNIFF_BYTES } from '../../kernel/lib/video-bytes.ts';
import { MAX_PLAYLIST_BYTES, type Playlist, playlistKind, readPlaylist } from '../downloads/index.ts';

const ACCEPT = 'application/vnd.apple.mpegurl, application/x-mpegurl, */*;q=0.5';

/** A playlist that another one names, recognised by its first bytes. Throws SourceError. */
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
    throw new SourceError('not_video', 'A playlist of the stream is something else.');
  } finally {
    response.discard();
  }
}
