import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { timelineOf } from './timeline.ts';

export function jobTimelineRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['jobs'] {
  return { timeline: ({ id }) => timelineOf(db, id, clock.now()) };
}
