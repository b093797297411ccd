export { type Crawlers, createCrawlers } from './crawlers.ts';
export { type EngineNetworks, parseEngineNetworks } from './engines.ts';
export { visitsByEngine } from './visits.ts';
