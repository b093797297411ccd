import { SourceError } from '../../kernel/lib/outbound/source-error.ts';

/** Twenty thousand of them have to fit into memory. */
const MAX_ADDRESS_LENGTH = 4_000;

/**
 * An address in a playlist, made absolute. Throws SourceError for anything but http and https: which hosts may be
 * reached is for the guarded fetch to say, when it is asked.
 */
export function segmentAddress(address: string, base: string): string {
  if (address.length > MAX_ADDRESS_LENGTH)
    throw new SourceError('bad_address', 'The playlist names an address that is too long.');
  const url = URL.parse(address.trim(), base);
  if (!url) {
    const sentence = `The playlist names "${address.slice(0, 200)}", which is not an address.`;
    throw new SourceError('bad_address', sentence);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, -1);
    const sentence = `The playlist names an address that is not http or https (${scheme}), which is not fetched.`;
    throw new SourceError('bad_address', sentence);
  }
  return url.href;
}
