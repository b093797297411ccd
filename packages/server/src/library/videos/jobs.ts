import { defineJob } from '../../kernel/jobs/define.ts';

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
  concurrency: 1,
  expireSeconds: 600,
  cron: '* * * * *',
  keyOf: () => 'renew-related',
});

/** The order by views, for viewed videos. */
export const facetViewsJob = defineJob<Record<never, never>>({
  name: 'facet-views',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/2 * * * *',
  keyOf: () => 'facet-views',
});

/** All copies of view counts, which lists and search sort by. */
export const searchRanksJob = defineJob<Record<never, never>>({
  name: 'search-ranks',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '17 * * * *',
  keyOf: () => 'search-ranks',
});

/** For changes of EMBED_PROVIDERS. */
export const adoptPlayersJob = defineJob<Record<never, never>>({
  name: 'adopt-players',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: () => 'adopt-players',
  atStart: true,
});
