import { defineFeature } from '../kernel/feature.ts';
import { selectSettings } from '../site/settings/index.ts';
import type { Base } from './compose.ts';
import { listSettings } from './list-settings.ts';
import { statusCommand } from './status-command.ts';

/** What is said of the whole, which only `main` knows. */
export const mainFeature = defineFeature({
  room: 'main',
  tables: {},
  calls: ({ config, db, refreshSettings }: Pick<Base, 'config' | 'db' | 'refreshSettings'>) => ({
    settings: {
      async list() {
        // Another process may have changed them just now.
        await refreshSettings();
        return listSettings(config, await selectSettings(db));
      },
    },
  }),
  commands: { status: statusCommand },
});
