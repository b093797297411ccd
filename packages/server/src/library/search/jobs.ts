import { defineJob } from '../../kernel/jobs/define.ts';

/** Makes documents anew whose category has another name. */
export const searchDocumentsJob = defineJob<Record<never, never>>({
  name: 'search-documents',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '*/5 * * * *',
  keyOf: () => 'search-documents',
});
