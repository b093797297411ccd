import { routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import type { SettingDeps } from './change.ts';
import { settingsRoutes } from './routes.ts';

export const settingsFeature = defineFeature({
  room: 'site/settings',
  tables: {
    settings: { clearing: 'keeps', shownBy: [routes.settings.list] },
  },
  calls: (deps: SettingDeps) => ({ settings: settingsRoutes(deps) }),
});
