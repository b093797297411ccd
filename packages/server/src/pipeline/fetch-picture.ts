import { readBytes, tooLargeError } from '../kernel/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch } from '../kernel/lib/outbound/safe-fetch.ts';

const MOST_BYTES = 10_000_000;

/** The bytes of a source's picture. Throws SourceError, also for more than 10 MB. */
export async function fetchPicture(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<Buffer> {
  const headers = { accept: 'image/avif, image/webp, image/jpeg, image/png, image/gif' };
  const response = requireOk(await fetch(url, { maxBytes: MOST_BYTES + 1, headers, signal }));
  const { bytes, complete } = await readBytes(response.body, MOST_BYTES);
  if (!complete) throw tooLargeError(MOST_BYTES);
  return bytes;
}
