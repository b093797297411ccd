import { readBytes } from '@vesper/core/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { beginsLikeVideo, SNIFF_BYTES } from '@vesper/core/lib/video-bytes.ts';
import { playlistKind } from './playlist-error.ts';

/** Accepts octet-stream, text/plain and none: servers that do not know send these. */
export function refuseContentType(contentType: string): void {
  if (/mpegurl|dash\+xml/.test(contentType)) throw playlistError();
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') throw webPageError();
  if (contentType === 'text/plain') return;
  if (/^(?:text|image|font|multipart)\/|[/+](?:json|xml|javascript)$/.test(contentType)) {
    throw new SourceError('not_video', `The address returned ${contentType}, not a video.`);
  }
}

/** Judges first bytes, whatever the content type; text must begin like a video. */
export function refuseBody(firstBytes: Buffer, contentType = ''): void {
  const start = firstBytes
    .subarray(0, SNIFF_BYTES)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (playlistKind(firstBytes.subarray(0, SNIFF_BYTES))) throw playlistError();
  if (/^(?:<!--[\s\S]{0,400}?-->\s*)?<(?:!doctype|html|head|body|title|script|meta|\?xml)\b/i.test(start)) {
    throw webPageError();
  }
  if (/^<\?xml/i.test(start)) throw webPageError();
  if (contentType === 'text/plain' && !beginsLikeVideo(firstBytes))
    throw new SourceError('not_video', `The address returned ${contentType}, not a video.`);
}

function webPageError(): SourceError {
  return new SourceError('not_video', 'The address returned a web page, not a video.');
}

function playlistError(): SourceError {
  return new SourceError('not_video', 'The address returned a playlist of a stream, not a video file.');
}

/** Requests a few bytes of a remote film to check that it is a video. Throws SourceError, or the reason of `signal`. */
export async function checkVideoAddress(
  url: string,
  { fetch, signal }: { fetch: SafeFetch; signal: AbortSignal },
): Promise<void> {
  const range = `bytes=0-${SNIFF_BYTES - 1}`;
  const response = requireOk(
    await fetch(url, { decompress: false, headers: { accept: 'video/*, */*;q=0.5', range }, signal }),
  );
  try {
    const contentType = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    refuseContentType(contentType);
    // A server without ranges sends everything; reading ends here.
    const { bytes } = await readBytes(response.body, SNIFF_BYTES);
    refuseBody(bytes, contentType);
    if (bytes.length === 0)
      throw new SourceError('not_video', 'The address returned an empty file, not a video.');
    if (!contentType.startsWith('video/') && !beginsLikeVideo(bytes))
      throw new SourceError('not_video', 'The address returned a file that does not begin like a video.');
  } finally {
    response.discard();
  }
}
