export { adoptPlayers } from './adopt-players.ts';
export { adoptPlayersJob } from './jobs.ts';
export { parseEmbedProviders } from './parse-providers.ts';
export type { EmbedProviders, EmbedRef } from './providers.ts';
