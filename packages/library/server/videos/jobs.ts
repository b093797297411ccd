import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const relatedJob = defineJob<{ videoId: string }>({
  name: 'related',
  does: 'finds the related videos of a new video',
  keyOf: ({ videoId }) => videoId,
});

export const showScheduledJob = defineRoutine({
  name: 'show-scheduled',
  does: 'shows scheduled videos whose publish date has passed',
  cron: '* * * * *',
});

export const renewRelatedJob = defineRoutine({
  name: 'renew-related',
  does: 'renews related videos that are due or old',
  cron: '* * * * *',
});

export const facetViewsJob = defineRoutine({
  name: 'facet-views',
  does: 'orders lists by views',
  cron: '*/2 * * * *',
});

export const searchRanksJob = defineRoutine({
  name: 'search-ranks',
  does: 'renews all copies of view counts, by which lists and searches sort',
  expireSeconds: 3600,
  cron: '17 * * * *',
});

export const adoptPlayersJob = defineRoutine({
  name: 'adopt-players',
  does: 'applies a changed `EMBED_PROVIDERS`',
  expireSeconds: 6 * 3600,
  atStart: true,
});
