import { isAddressRange } from '@vesper/core/lib/outbound/network-address.ts';

export interface Engine {
  name: string;
  label: string;
  agent: RegExp;
  /** Domains of its crawlers' host names; none if it only publishes networks. */
  domains: readonly string[];
}

/**
 * From the engines' documentation: user agents, and domains for forward-confirmed reverse DNS. Published networks
 * change, so the operator sets them (SEARCH_ENGINE_NETWORKS).
 */
export const ENGINES: readonly Engine[] = [
  // https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
  {
    name: 'google',
    label: 'Google',
    agent: /googlebot|google-inspectiontool|storebot-google|googleother/i,
    // Not google.com or googleusercontent.com, which also name users' machines.
    domains: ['googlebot.com'],
  },
  // https://www.bing.com/webmasters/help/verify-bingbot-2195837f
  {
    name: 'bing',
    label: 'Bing',
    agent: /bingbot|bingpreview|msnbot|adidxbot/i,
    domains: ['search.msn.com'],
  },
  // https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html
  {
    name: 'yandex',
    label: 'Yandex',
    // Not just the name: browsers and apps use it too.
    agent:
      /yandex(?:[a-z]{0,20}bot|images|imageresizer|video|videoparser|media|news|blogs|favicons|webmaster|pagechecker|additional)\b/i,
    domains: ['yandex.ru', 'yandex.net', 'yandex.com'],
  },
  // https://www.baidu.com/search/robots_english.html
  { name: 'baidu', label: 'Baidu', agent: /baiduspider/i, domains: ['crawl.baidu.com', 'crawl.baidu.jp'] },
  // https://support.apple.com/en-us/119829
  { name: 'apple', label: 'Apple', agent: /applebot/i, domains: ['applebot.apple.com'] },
  // https://napoveda.seznam.cz/en/seznambot-crawler/
  { name: 'seznam', label: 'Seznam', agent: /seznambot/i, domains: ['seznam.cz'] },
  // https://searchadvisor.naver.com/guide/seo-basic-firewall
  { name: 'naver', label: 'Naver', agent: /yeti\//i, domains: ['naver.com'] },
  // https://webmaster.petalsearch.com/site/petalbot
  { name: 'petal', label: 'Petal', agent: /petalbot/i, domains: ['petalsearch.com', 'aspiegel.com'] },
  // https://help.qwant.com/bot/
  { name: 'qwant', label: 'Qwant', agent: /qwantbot|qwantify/i, domains: ['qwant.com'] },
  // https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot
  { name: 'duckduckgo', label: 'DuckDuckGo', agent: /duckduckbot/i, domains: [] },
];

/** CIDR, by the engine's name. */
export type EngineNetworks = ReadonlyMap<string, readonly string[]>;

export function claimedEngine(userAgent: string): Engine | undefined {
  return ENGINES.find(({ agent }) => agent.test(userAgent));
}

/** Reads `bing=203.0.113.0/24,2001:db8::/32 google=...`. Throws the end of a sentence. */
export function parseEngineNetworks(text: string): EngineNetworks {
  const networks = new Map<string, readonly string[]>();
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const [name = '', list = ''] = entry.split('=');
    const ranges = list.split(',').filter(Boolean);
    if (!ENGINES.some((engine) => engine.name === name)) {
      const known = ENGINES.map((engine) => engine.name).join(', ');
      throw new Error(`names "${name}", which is not one of ${known}`);
    }
    const wrong = ranges.find((range) => !isAddressRange(range));
    if (ranges.length === 0 || wrong !== undefined)
      throw new Error(`must list the networks of ${name} as ${name}=192.0.2.0/24,2001:db8::/32`);
    networks.set(name, ranges);
  }
  return networks;
}
