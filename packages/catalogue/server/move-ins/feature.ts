import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { moveInCommands } from './commands.ts';
import { moveInRoutes } from './routes.ts';

export const moveInsFeature = defineFeature({
  room: 'catalogue/move-ins',
  tables: {
    move_ins: { clearing: 'keeps', shownBy: [routes.moveIns.list, routes.moveIns.get] },
    moved_films: {
      clearing: 'keeps',
      shownBy: [routes.moveIns.list, routes.moveIns.get, routes.moveIns.films],
    },
  },
  calls: (deps: { db: Db; queue: Queue }) => ({ moveIns: moveInRoutes(deps) }),
  commands: moveInCommands,
});
