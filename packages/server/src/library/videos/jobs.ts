import { defineJob } from '../../kernel/jobs/define.ts';

/** Works out the related list of a new video; those of its related videos are due. */
export const relatedJob = defineJob<{ videoId: string }>({
  name: 'related',
  concurrency: 1,
  expireSeconds: 600,
  keyOf: ({ videoId }) => videoId,
});

/** Works out related lists again that are due or old. */
export const renewRelatedJob = defineJob<Record<never, never>>({
  name: 'renew-related',
  concurrency: 1,
  expireSeconds: 600,
  cron: '* * * * *',
  keyOf: () => 'renew-related',
});

/** Brings the order by views up to date for viewed videos. */
export const facetViewsJob = defineJob<Record<never, never>>({
  name: 'facet-views',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/2 * * * *',
  keyOf: () => 'facet-views',
});

/** Brings all copies of view counts, which lists and search sort by, up to date. */
export const searchRanksJob = defineJob<Record<never, never>>({
  name: 'search-ranks',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '17 * * * *',
  keyOf: () => 'search-ranks',
});

/** Finds the providers of embedded videos after EMBED_PROVIDERS has changed. */
export const adoptPlayersJob = defineJob<Record<never, never>>({
  name: 'adopt-players',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: () => 'adopt-players',
  atStart: true,
});
