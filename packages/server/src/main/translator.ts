import { createSafeFetch } from '../kernel/lib/safe-fetch.ts';
import { createApertium, createLibreTranslate, type Translator } from '../words/translations/index.ts';
import type { Config } from './config.ts';
import type { OutboundTuning } from './outbound.ts';

export interface ComposedTranslator {
  /** Undefined if none is set up. */
  translator: Translator | undefined;
  close(): Promise<void>;
}

/**
 * A process's only translator. It has its own fetch, which may reach the server even at a private address: no source
 * can direct it.
 */
export function composeTranslator(
  { translator: settings }: Pick<Config, 'translator'>,
  userAgent: string,
  { resolveHost, onRequest }: OutboundTuning = {},
): ComposedTranslator {
  if (settings?.name !== 'libretranslate')
    return { translator: settings && createApertium(), close: async () => {} };
  const { hostname, port, protocol } = new URL(settings.server.url);
  const ownPort = Number(port) || (protocol === 'https:' ? 443 : 80);
  const allow = { has: (host: string, asked: number) => host === hostname && asked === ownPort };
  const fetch = createSafeFetch({ allow, userAgent, onRequest, ...(resolveHost ? { resolveHost } : {}) });
  return { translator: createLibreTranslate(settings.server, fetch), close: () => fetch.close() };
}
