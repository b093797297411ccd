import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import type { MediaAddresses } from '../../library/media/index.ts';
import { takedownRoutes } from './routes.ts';
import { createTakedowns, type TakedownSettings } from './takedowns.ts';

interface TakedownDeps extends Omit<TakedownSettings, 'configFor'> {
  domains: Pick<TakedownSettings, 'configFor'>;
  addresses: MediaAddresses;
  counts: Counts;
}

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {
    dmca_requests: { clearing: 'keeps', shownBy: [routes.takedowns.list, routes.takedowns.get] },
    source_strikes: { clearing: 'keeps', shownBy: [routes.sources, routes.takedowns.strikes] },
    takedown_videos: { clearing: 'follows' },
  },
  calls: ({ db, queue, clock, domains, addresses, counts }: TakedownDeps) => ({
    takedowns: takedownRoutes(
      createTakedowns({ db, queue, clock, configFor: domains.configFor }, counts),
      async (hostname) => (await addresses.forHost(hostname)).thumbnailUrl,
    ),
  }),
});
