export { type Crawlers, createCrawlers } from './crawlers.ts';
export type { EngineNetworks } from './engines.ts';
export { parseEngineNetworks } from './networks.ts';
export { visitsByEngine } from './visits.ts';
