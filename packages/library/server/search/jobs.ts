import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Rebuilds the search documents of videos whose category was renamed. */
export const searchDocumentsJob = defineRoutine({
  name: 'search-documents',
  expireSeconds: 3600,
  cron: '*/5 * * * *',
});

/** Brings the vocabulary up to date with what was published, changed and taken off. */
export const searchWordsJob = defineRoutine({
  name: 'search-words',
  expireSeconds: 3600,
  cron: '* * * * *',
});
