import { PRODUCT_TOKEN } from '../lib/product-token.ts';
import { createSafeFetch, type SafeFetchSettings } from '../lib/safe-fetch.ts';
import type { Config } from './config.ts';

const VERSION = '0.1.0';

/** What tests set otherwise. */
export type OutboundTuning = Partial<Pick<SafeFetchSettings, 'limits' | 'connectTimeoutMs' | 'resolveHost'>>;

/** Under which name this program asks other sites. */
export function crawlerUserAgent({ crawlerContact }: Config): string {
  return `${PRODUCT_TOKEN}/${VERSION} (${crawlerContact})`;
}

/** The one guarded fetch of a process, with the name under which it goes. */
export function createOutboundFetch(config: Config, tuning: OutboundTuning = {}) {
  return createSafeFetch({
    allow: config.outboundAllow,
    userAgent: crawlerUserAgent(config),
    ...tuning,
  });
}
