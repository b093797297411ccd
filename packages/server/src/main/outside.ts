import { createManners, type Manners, type Pace } from '../intake/manners/index.ts';
import type { Ytdlp } from '../intake/readers/index.ts';
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
  { config, db }: Pick<Base, 'config' | 'db'>,
  { pace, ...outbound }: OutsideTuning = {},
): Promise<Outside> {
  // An unknown name gives the default domain.
  const userAgent = crawlerUserAgent(config, await createDomainDirectory(db).configFor(''));
  const fetch = createOutboundFetch(config, userAgent, outbound);
  const translation = composeTranslator(config, userAgent, outbound);
  return {
    fetch,
    manners: createManners({ db, fetch, productToken: PRODUCT_TOKEN, pace }),
    ytdlp: composeYtdlp(config, userAgent, outbound),
    translator: translation.translator,
    close: () => fetch.close().finally(translation.close),
  };
}
