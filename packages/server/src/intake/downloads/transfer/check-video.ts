import { readBytes } from '../../../kernel/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch } from '../../../kernel/lib/outbound/safe-fetch.ts';
import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import { beginsLikeVideo, SNIFF_BYTES } from '../../../kernel/lib/video-bytes.ts';
import { refuseBody, refuseContentType } from './video-sniff.ts';

/**
 * Asks for a few bytes of a film that stays where it is: that it is there and is a video, by its content type and its
 * beginning. Throws SourceError, or the reason of `signal`.
 */
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
    // A server that knows no ranges sends everything: reading ends here all the same.
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
