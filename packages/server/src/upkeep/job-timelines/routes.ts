import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { timelineOf } from './timeline.ts';

export function jobTimelineRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['jobs'] {
  return { timeline: ({ id }) => timelineOf(db, id, clock.now()) };
}
