import path from 'node:path';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type Faults, faultsOf } from '@vesper/core/lib/faults.ts';
import { type ResolveHost, resolveBySystem } from '@vesper/core/lib/outbound/guarded-socket.ts';
import { dnsError, isDnsAway } from '@vesper/core/lib/outbound/network-error.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { createManners, type Manners, type Pace } from '@vesper/intake/manners';
import { createYtdlp, type Ytdlp } from '@vesper/intake/readers';
import { createDomainDirectory } from '@vesper/site/domains';
import { createApertium, createLibreTranslate, type Translator } from '@vesper/words/translations';
import type { Config } from '../settings/config.ts';
import type { Base } from './compose.ts';
import { crawlerUserAgent, createFetchFrom, createOutboundFetch, type OutboundTuning } from './outbound.ts';

export type OutsideTuning = OutboundTuning & { pace?: Partial<Pace> };

export interface Outside {
  /** For addresses the operator named; `manners` is for sources. */
  fetch: SafeFetch;
  manners: Manners;
  ytdlp: Ytdlp;
  translator: Translator | undefined;
  close(): Promise<void>;
}

export async function composeOutside(
  { config, db, log, tracing }: Pick<Base, 'config' | 'db' | 'log' | 'tracing'>,
  { pace, ...tuning }: OutsideTuning = {},
): Promise<Outside> {
  // An empty name selects the default domain.
  const userAgent = crawlerUserAgent(config, await createDomainDirectory(db).configFor(''));
  const resolveHost = tellFaults(tuning.resolveHost ?? resolveBySystem, faultsOf(log));
  const outbound: OutboundTuning = {
    ...tuning,
    onRequest(...request) {
      tuning.onRequest?.(...request);
      tracing?.noteFetch(...request);
    },
  };
  const fetch = createOutboundFetch(config, userAgent, { ...outbound, resolveHost });
  const translation = composeTranslator(config, userAgent, outbound);
  return {
    fetch,
    manners: createManners({ db, fetch, pace }),
    ytdlp: composeYtdlp(config, userAgent, outbound),
    translator: translation.translator,
    close: () => fetch.close().finally(translation.close),
  };
}

/** If others were resolved within this time, a name's own servers are broken. */
const LATELY_MS = 60_000;

/** Reports when DNS itself does not answer; an unknown name is an answer. */
export function tellFaults(
  resolve: ResolveHost,
  faults: Faults,
  now: () => number = () => performance.now(),
): ResolveHost {
  /** The last two names resolved: one of them differs from any third. */
  let answered: { hostname: string; at: number }[] = [];
  const noteAnswer = (hostname: string) => {
    const others = answered.filter((one) => one.hostname !== hostname);
    answered = [{ hostname, at: now() }, ...others].slice(0, 2);
    faults.end('dns');
  };
  const answersOthers = (hostname: string) =>
    answered.some((one) => one.hostname !== hostname && now() - one.at < LATELY_MS);
  return async (hostname) => {
    try {
      const addresses = await resolve(hostname);
      noteAnswer(hostname);
      return addresses;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND') noteAnswer(hostname);
      if (!isDnsAway(error)) throw error;
      if (answersOthers(hostname)) throw dnsError(error, hostname, false);
      faults.begin('dns', {
        sentence: 'Host names cannot be resolved: DNS does not answer.',
        fields: { code },
      });
      throw error;
    }
  };
}

export interface ComposedTranslator {
  translator: Translator | undefined;
  close(): Promise<void>;
}

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

export function composeYtdlp(config: Config, userAgent: string, { resolveHost }: OutboundTuning = {}): Ytdlp {
  return createYtdlp({
    path: config.ytdlpPath,
    extractors: config.ytdlpExtractors,
    allow: config.outboundAllow,
    userAgent,
    workDirectory: path.join(config.dataDir, 'yt-dlp'),
    ...(resolveHost ? { resolveHost } : {}),
  });
}

export async function requireYtdlp(ytdlp: Ytdlp): Promise<void> {
  const state = await ytdlp.state();
  if (state.state === 'ready') return;
  throw new AppError('bad_request', `Sources of the kind ytdlp cannot be read here: ${state.sentence}`);
}
