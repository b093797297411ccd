import { defineJob } from '../../kernel/jobs/define.ts';

/** Rebuilds the search documents of videos whose category was renamed. */
export const searchDocumentsJob = defineJob<Record<never, never>>({
  name: 'search-documents',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '*/5 * * * *',
  keyOf: () => 'search-documents',
});

/** Brings the vocabulary up to date with what was published, changed and taken off. */
export const searchWordsJob = defineJob<Record<never, never>>({
  name: 'search-words',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '* * * * *',
  keyOf: () => 'search-words',
});
