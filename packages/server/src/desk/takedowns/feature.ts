import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import type { MediaAddresses } from '../../library/media/index.ts';
import type { CaseParts } from '../cases/index.ts';
import { takedownRoutes } from './routes.ts';
import { createTakedowns } from './takedowns.ts';

interface TakedownDeps extends Omit<CaseParts, 'configFor'> {
  domains: Pick<CaseParts, 'configFor'>;
  addresses: MediaAddresses;
  counts: Counts;
}

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {
    dmca_requests: { clearing: 'keeps', shownBy: [routes.takedowns.list, routes.takedowns.get] },
  },
  calls: ({ db, queue, clock, keys, domains, addresses, counts }: TakedownDeps) => ({
    takedowns: takedownRoutes(
      createTakedowns({ db, queue, clock, keys, configFor: domains.configFor }, counts),
      async (hostname) => (await addresses.forHost(hostname)).thumbnailUrl,
    ),
  }),
});
