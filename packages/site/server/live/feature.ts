import { defineFeature } from '@vesper/core/feature.ts';
import { contextOf } from '@vesper/core/http/app.ts';
import type { FindActor } from '@vesper/core/http/mount.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import type { ChangeFeed } from './change-feed.ts';
import { mountEvents } from './event-streams.ts';

interface LiveDeps {
  feed: ChangeFeed;
  counts: Counts;
  lookAtSession: FindActor;
}

export const liveFeature = defineFeature({
  room: 'site/live',
  mount(app, { feed, counts, lookAtSession }: LiveDeps) {
    mountEvents(app, { feed, counts, findActor: lookAtSession, contextOf });
  },
});
