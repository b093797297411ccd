import { defineFeature } from '../../kernel/feature.ts';
import { contextOf } from '../../kernel/http/app.ts';
import type { FindActor } from '../../kernel/http/mount.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import type { ChangeFeed } from './change-feed.ts';
import { mountEvents } from './event-streams.ts';

interface LiveDeps {
  feed: ChangeFeed;
  counts: Counts;
  lookAtSession: FindActor;
}

export const liveFeature = defineFeature({
  room: 'site/live',
  tables: {},
  mount(app, { feed, counts, lookAtSession }: LiveDeps) {
    mountEvents(app, { feed, counts, findActor: lookAtSession, contextOf });
  },
});
