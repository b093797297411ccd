import { defineFeature } from '../../kernel/feature.ts';
import { backupCommands } from './commands.ts';

export const backupsFeature = defineFeature({
  room: 'upkeep/backups',
  tables: {},
  commands: backupCommands,
});
