export { parseEmbedProviders } from './parse-providers.ts';
export type { EmbedProviders, EmbedRef } from './providers.ts';
