import { defineJob } from '../../kernel/jobs/define.ts';

/** Finds the providers of embedded videos after EMBED_PROVIDERS has changed; queued at each start of a worker. */
export const adoptPlayersJob = defineJob<Record<never, never>>({
  name: 'adopt-players',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: () => 'adopt-players',
});
