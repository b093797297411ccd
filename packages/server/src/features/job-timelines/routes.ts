import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { timelineOf } from './timeline.ts';

export function jobTimelineRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['jobs'] {
  return { timeline: ({ id }) => timelineOf(db, id, clock.now()) };
}
