import { createClient, fetchTransport } from '@vesper/contract';
import type { Awkward } from './awkward-data.ts';
import type { World } from './words.ts';

/** Asks a site for what its pages must show. */
export async function learnWorld(site: string, awkward: Awkward): Promise<World> {
  const client = createClient(fetchTransport(site));
  const [config, categories, list] = await Promise.all([
    client.domains.config(),
    client.categories.list(),
    client.videos.list(),
  ]);
  const [video] = list.videos;
  if (!video) throw new Error('The site has no videos.');
  return { config, awkward, total: list.pagination.totalVideos, categories, video };
}
