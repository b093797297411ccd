import { mayBePlain, type OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';

/** Throws `no_video` if browsers block the address as mixed content: without TLS (http). */
export function requirePlayable(address: string | URL, allow: OutboundAllow): void {
  const url = URL.parse(address);
  // The request itself reports an invalid address.
  if (!url || url.protocol === 'https:') return;
  if (url.protocol === 'http:' && mayBePlain(allow, url.hostname, Number(url.port || 80))) return;
  const where = url.host.slice(0, 200);
  throw new SourceError(
    'no_video',
    `The film is at ${where} without TLS (http), and pages play only https from other sites: ask the source for an https address, or have its videos hosted.`,
  );
}

/** Like browsers on our pages, follows no redirect without TLS. */
export function fetchPlayable(fetch: SafeFetch, allow: OutboundAllow): SafeFetch {
  return (url, options) =>
    fetch(url, { ...options, beforeRequest: async (hop) => requirePlayable(hop, allow) });
}
