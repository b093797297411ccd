import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const searchDocumentsJob = defineRoutine({
  name: 'search-documents',
  does: 'updates searches after a category was renamed',
  expireSeconds: 3600,
  cron: '*/5 * * * *',
});

export const searchWordsJob = defineRoutine({
  name: 'search-words',
  does: 'counts words for corrections',
  expireSeconds: 3600,
  cron: '* * * * *',
});
