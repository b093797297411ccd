import type pg from 'pg';
import { defineFeature, type OnStop } from '../../kernel/feature.ts';
import { contextOf } from '../../kernel/http/app.ts';
import type { FindActor } from '../../kernel/http/mount.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { createChangeFeed } from './change-feed.ts';
import { mountEvents } from './event-streams.ts';

interface LiveDeps {
  /** The paths of the calls that show a table, by its name. */
  pathsOfTables: ReadonlyMap<string, readonly string[]>;
  connection: pg.PoolConfig;
  pool: pg.Pool;
  log: Log;
  counts: Counts;
  lookAtSession: FindActor;
  onStop: OnStop;
}

export const liveFeature = defineFeature({
  room: 'site/live',
  tables: {},
  mount(app, { pathsOfTables, connection, pool, log, counts, lookAtSession, onStop }: LiveDeps) {
    const feed = createChangeFeed({ pathsOfTables, connection, pool, log });
    onStop(feed.stop);
    mountEvents(app, { feed, counts, findActor: lookAtSession, contextOf });
  },
});
