import { createManners, type Manners, type Pace } from '../intake/manners/index.ts';
import type { Ytdlp } from '../intake/readers/index.ts';
import { type Faults, faultsOf } from '../kernel/lib/faults.ts';
import { type ResolveHost, resolveBySystem } from '../kernel/lib/guarded-socket.ts';
import { isDnsAway } from '../kernel/lib/network-error.ts';
import { PRODUCT_TOKEN } from '../kernel/lib/product-token.ts';
import type { SafeFetch } from '../kernel/lib/safe-fetch.ts';
import { createDomainDirectory } from '../site/domains/index.ts';
import type { Translator } from '../words/translations/index.ts';
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
  { config, db, log }: Pick<Base, 'config' | 'db' | 'log'>,
  { pace, ...outbound }: OutsideTuning = {},
): Promise<Outside> {
  // An unknown name gives the default domain.
  const userAgent = crawlerUserAgent(config, await createDomainDirectory(db).configFor(''));
  const resolveHost = tellFaults(outbound.resolveHost ?? resolveBySystem, faultsOf(log));
  const fetch = createOutboundFetch(config, userAgent, { ...outbound, resolveHost });
  const translation = composeTranslator(config, userAgent, outbound);
  return {
    fetch,
    manners: createManners({ db, fetch, productToken: PRODUCT_TOKEN, pace }),
    ytdlp: composeYtdlp(config, userAgent, outbound),
    translator: translation.translator,
    close: () => fetch.close().finally(translation.close),
  };
}

/** Notes when DNS itself does not answer; an unknown name is an answer. */
function tellFaults(resolve: ResolveHost, faults: Faults): ResolveHost {
  return async (hostname) => {
    try {
      const addresses = await resolve(hostname);
      faults.end('dns');
      return addresses;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (isDnsAway(error))
        faults.begin('dns', {
          sentence: 'Host names cannot be resolved: DNS does not answer.',
          fields: { code },
        });
      else if (code === 'ENOTFOUND') faults.end('dns');
      throw error;
    }
  };
}
