import { defineRoutine } from '../../kernel/jobs/define.ts';

/** For videos whose category was renamed, and documents of former rules. */
export const searchDocumentsJob = defineJob<Record<never, never>>({
  name: 'search-documents',
  expireSeconds: 3600,
  cron: '*/5 * * * *',
});

/** Updates the vocabulary. */
export const searchWordsJob = defineJob<Record<never, never>>({
  name: 'search-words',
  expireSeconds: 3600,
  cron: '* * * * *',
});
