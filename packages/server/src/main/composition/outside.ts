import { createManners, type Manners, type Pace } from '../../intake/manners/index.ts';
import type { Ytdlp } from '../../intake/readers/index.ts';
import { type Faults, faultsOf } from '../../kernel/lib/faults.ts';
import { type ResolveHost, resolveBySystem } from '../../kernel/lib/outbound/guarded-socket.ts';
import { dnsError, isDnsAway } from '../../kernel/lib/outbound/network-error.ts';
import type { SafeFetch } from '../../kernel/lib/outbound/safe-fetch.ts';
import { createDomainDirectory } from '../../site/domains/index.ts';
import type { Translator } from '../../words/translations/index.ts';
import type { Base } from './compose.ts';
import { crawlerUserAgent, createOutboundFetch, type OutboundTuning } from './outbound.ts';
import { composeTranslator } from './translator.ts';
import { composeYtdlp } from './ytdlp.ts';

export type OutsideTuning = OutboundTuning & { pace?: Partial<Pace> };

/** How a process reaches the outside world. */
export interface Outside {
  /** The guarded fetch, for addresses that the operator has named: `manners` is for those of sources. */
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
  // An unknown name gives the default domain.
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

/** While other names were resolved within this, one that is not has broken name servers of its own. */
const LATELY_MS = 60_000;

/** Notes when DNS itself does not answer; an unknown name is an answer. */
export function tellFaults(
  resolve: ResolveHost,
  faults: Faults,
  now: () => number = () => performance.now(),
): ResolveHost {
  /** The last two names that DNS has answered for: one of them is another than a third. */
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
