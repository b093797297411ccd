import { createApertium, createLibreTranslate, type Translator } from '../../words/translations/index.ts';
import type { Config } from '../settings/config.ts';
import { createFetchFrom, type OutboundTuning } from './outbound.ts';

export interface ComposedTranslator {
  /** Undefined if none is set up. */
  translator: Translator | undefined;
  close(): Promise<void>;
}

/** A process's only translator, with a fetch of its own. */
export function composeTranslator(
  { translator: settings }: Pick<Config, 'translator'>,
  userAgent: string,
  { resolveHost, onRequest }: OutboundTuning = {},
): ComposedTranslator {
  if (settings?.name !== 'libretranslate')
    return { translator: settings && createApertium(), close: async () => {} };
  const fetch = createFetchFrom(settings.server.url, userAgent, {
    onRequest,
    ...(resolveHost ? { resolveHost } : {}),
  });
  return { translator: createLibreTranslate(settings.server, fetch), close: () => fetch.close() };
}
