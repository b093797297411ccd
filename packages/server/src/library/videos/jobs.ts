import { defineJob, defineRoutine } from '../../kernel/jobs/define.ts';

/** For a new video. */
export const relatedJob = defineJob<{ videoId: string }>({
  name: 'related',
  concurrency: 1,
  expireSeconds: 600,
  keyOf: ({ videoId }) => videoId,
});

/** Recomputes lists that are due or old. */
export const renewRelatedJob = defineJob<Record<never, never>>({
  name: 'renew-related',
  expireSeconds: 600,
  cron: '* * * * *',
});

/** The order by views, for viewed videos. */
export const facetViewsJob = defineJob<Record<never, never>>({
  name: 'facet-views',
  expireSeconds: 600,
  cron: '*/2 * * * *',
});

/** All copies of view counts, which lists and search sort by. */
export const searchRanksJob = defineJob<Record<never, never>>({
  name: 'search-ranks',
  expireSeconds: 3600,
  cron: '17 * * * *',
});

/** For changes of EMBED_PROVIDERS. */
export const adoptPlayersJob = defineJob<Record<never, never>>({
  name: 'adopt-players',
  expireSeconds: 6 * 3600,
  atStart: true,
});
