import { defineFeature } from '../kernel/feature.ts';
import type { Config } from './config.ts';
import { listSettings } from './list-settings.ts';
import { statusCommand } from './status-command.ts';

/** What is said of the whole, which only `main` knows. */
export const mainFeature = defineFeature({
  room: 'main',
  tables: {},
  calls: ({ config }: { config: Config }) => ({ settings: { list: async () => listSettings(config) } }),
  commands: { status: statusCommand },
});
