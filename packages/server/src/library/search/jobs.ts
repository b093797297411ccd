import { defineJob } from '../../kernel/jobs/define.ts';

/** For videos whose category was renamed, and documents of former rules. */
export const searchDocumentsJob = defineJob<Record<never, never>>({
  name: 'search-documents',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '*/5 * * * *',
  keyOf: () => 'search-documents',
});

/** Updates the vocabulary. */
export const searchWordsJob = defineJob<Record<never, never>>({
  name: 'search-words',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '* * * * *',
  keyOf: () => 'search-words',
});
