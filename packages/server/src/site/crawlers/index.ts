export { type Crawlers, createCrawlers } from './crawlers.ts';
export type { EngineNetworks } from './engines.ts';
export { parseEngineNetworks } from './networks.ts';
