import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';

/** Cuts the connections that listen for changes, as an outage would. */
export async function loseListeners(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vesper-listen' and datname = current_database()`.execute(db);
}
