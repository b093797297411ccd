import type { Db } from '../kernel/db/pool.ts';
import { defineFeature } from '../kernel/feature.ts';
import { selectSettings } from '../site/settings/index.ts';
import type { Config } from './config.ts';
import { listSettings } from './list-settings.ts';
import { statusCommand } from './status-command.ts';

/** What is said of the whole, which only `main` knows. */
export const mainFeature = defineFeature({
  room: 'main',
  tables: {},
  calls: ({ config, db }: { config: Config; db: Db }) => ({
    settings: { list: async () => listSettings(config, await selectSettings(db)) },
  }),
  commands: { status: statusCommand },
});
