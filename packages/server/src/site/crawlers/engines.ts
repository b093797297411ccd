/** A search engine whose crawlers may be verified. */
export interface Engine {
  name: string;
  /** What its crawlers' user agents contain. */
  agent: RegExp;
  /** The domains that the host names of its crawlers end in; none where only networks are published. */
  domains: readonly string[];
}

/**
 * As the engines' own documentation for webmasters says: the user agents, and the domains for the forward-confirmed
 * reverse DNS look-up. Engines that publish networks instead are verified once the operator has named these
 * (SEARCH_ENGINE_NETWORKS), because they change.
 */
export const ENGINES: readonly Engine[] = [
  {
    name: 'google',
    agent: /googlebot|google-inspectiontool|storebot-google|googleother/i,
    // Not google.com and googleusercontent.com: what users of Google send out or run there is named by these.
    domains: ['googlebot.com'],
  },
  { name: 'bing', agent: /bingbot|bingpreview|msnbot|adidxbot/i, domains: ['search.msn.com'] },
  {
    name: 'yandex',
    // Not the name alone, which people's browsers and apps carry too.
    agent:
      /yandex(?:[a-z]{0,20}bot|images|imageresizer|video|videoparser|media|news|blogs|favicons|webmaster|pagechecker|additional)\b/i,
    domains: ['yandex.ru', 'yandex.net', 'yandex.com'],
  },
  { name: 'baidu', agent: /baiduspider/i, domains: ['baidu.com', 'baidu.jp'] },
  { name: 'apple', agent: /applebot/i, domains: ['applebot.apple.com'] },
  { name: 'seznam', agent: /seznambot/i, domains: ['seznam.cz'] },
  { name: 'naver', agent: /yeti\//i, domains: ['naver.com'] },
  { name: 'petal', agent: /petalbot/i, domains: ['petalsearch.com', 'aspiegel.com'] },
  { name: 'qwant', agent: /qwantbot|qwantify/i, domains: ['qwant.com'] },
  { name: 'duckduckgo', agent: /duckduckbot/i, domains: [] },
];

/** The networks that engines publish, in CIDR notation, by the engine's name. */
export type EngineNetworks = ReadonlyMap<string, readonly string[]>;

/** The engine whose crawler a user agent claims to be. */
export function claimedEngine(userAgent: string): Engine | undefined {
  return ENGINES.find(({ agent }) => agent.test(userAgent));
}
