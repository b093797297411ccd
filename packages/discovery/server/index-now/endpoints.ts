import { mayBePlain, type OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';

const MOST = 5;

/** Addresses separated by commas or spaces; http only where fetches may go anyway. Throws a one-sentence Error. */
export function parseEndpoints(text: string, allow: OutboundAllow): string[] {
  const endpoints = text.split(/[\s,]+/).filter(Boolean);
  const wrong = endpoints.find((endpoint) => !isEndpoint(endpoint, allow));
  if (wrong !== undefined || endpoints.length > MOST || new Set(endpoints).size < endpoints.length) {
    throw new Error(
      `INDEXNOW_ENDPOINTS must list one to ${MOST} different https addresses, such as https://engine.example/indexnow; not "${wrong ?? text}".`,
    );
  }
  return endpoints;
}

function isEndpoint(text: string, allow: OutboundAllow): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && mayBePlain(allow, url.hostname, Number(url.port || 80));
}
