import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

/** Works out the related list of a new video; those of its related videos are due. */
export const relatedJob = defineJob<{ videoId: string }>({
  name: 'related',
  keyOf: ({ videoId }) => videoId,
});

/** Works out related lists again that are due or old. */
export const renewRelatedJob = defineRoutine({
  name: 'renew-related',
  cron: '* * * * *',
});

/** Brings the order by views up to date for viewed videos. */
export const facetViewsJob = defineRoutine({
  name: 'facet-views',
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
