import type { Db } from '@vesper/core/db/pool.ts';
import type { EmbedProviders, EmbedRef } from '../embeds/index.ts';
import { selectUnadopted, updateEmbed } from './embed-queries.ts';

const BATCH = 500;

/** Finds providers for embedded videos whose stored one is not in EMBED_PROVIDERS. Returns how many were matched. */
export async function adoptPlayers(db: Db, providers: EmbedProviders, signal: AbortSignal): Promise<number> {
  if (providers.names.length === 0) return 0;
  let adopted = 0;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const videos = await selectUnadopted(db, { names: providers.names, after, limit: BATCH });
    const found = videos.flatMap(({ id: videoId, embed_url: url }) => {
      const ref = providers.find(url);
      return ref ? [{ videoId, ...(ref satisfies EmbedRef) }] : [];
    });
    adopted += await updateEmbed(db, found);
    const last = videos.at(-1);
    if (!last || videos.length < BATCH) return adopted;
    after = last.id;
  }
}
