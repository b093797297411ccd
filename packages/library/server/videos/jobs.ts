import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

/** Works out the related list of a new video; those of its related videos are due. */
export const relatedJob = defineJob<{ videoId: string }>({
  name: 'related',
  concurrency: 1,
  expireSeconds: 600,
  keyOf: ({ videoId }) => videoId,
});

/** Works out related lists again that are due or old. */
export const renewRelatedJob = defineRoutine({
  name: 'renew-related',
  expireSeconds: 600,
  cron: '* * * * *',
});

/** Brings the order by views up to date for viewed videos. */
export const facetViewsJob = defineRoutine({
  name: 'facet-views',
  expireSeconds: 600,
  cron: '*/2 * * * *',
});

/** Brings all copies of view counts, which lists and search sort by, up to date. */
export const searchRanksJob = defineRoutine({
  name: 'search-ranks',
  expireSeconds: 3600,
  cron: '17 * * * *',
});

/** Finds the providers of embedded videos after EMBED_PROVIDERS has changed. */
export const adoptPlayersJob = defineRoutine({
  name: 'adopt-players',
  expireSeconds: 6 * 3600,
  atStart: true,
});
