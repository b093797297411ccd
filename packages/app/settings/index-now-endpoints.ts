import { mayBePlain, type OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { type Env, wordsOf } from './read-setting.ts';

const MOST = 5;

/** http only where fetches may go anyway. */
export function readIndexNowEndpoints({ INDEXNOW_ENDPOINTS: text }: Env, allow: OutboundAllow): string[] {
  const endpoints = wordsOf(text);
  const wrong = endpoints.find((endpoint) => !isEndpoint(endpoint, allow));
  if (wrong !== undefined || endpoints.length > MOST || new Set(endpoints).size < endpoints.length) {
    throw new StartError(
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
