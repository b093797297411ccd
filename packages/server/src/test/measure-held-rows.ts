/**
 * A program that a test forks, since the heap of its own process has much else in it: tells by how many kilobytes the old
 * generation grows with each query, while its rows are held and while they are dropped. Needs `--expose-gc`.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import { sql } from 'kysely';
import type pg from 'pg';
import { createDb, createPool } from '../kernel/db/pool.ts';

export interface HeldRows {
  heldKb: number;
  droppedKb: number;
}

const ROUNDS = 200;

process.once('message', async (connection: pg.PoolConfig) => {
  const pool = createPool({
    ...{ connection, maxConnections: 1, applicationName: 'held rows' },
    onIdleError: (error) => {
      throw error;
    },
  });
  const db = createDb(pool);
  // Some 30 KB of texts each time.
  const ask = async (round: number) =>
    (
      await sql`select n, ${round} as round, repeat('gradient', 100) || n as text
        from generate_series(1, 30) as n`.execute(db)
    ).rows;
  const held: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) await ask(round);
  const report: HeldRows = {
    droppedKb: await grownKb(async (round) => void (await ask(round))),
    heldKb: await grownKb(async (round) => void held.push(await ask(round))),
  };
  await pool.end();
  process.send?.(report);
  process.disconnect();
});

/** By each round. What is still held after two collections of young objects is moved to the old generation. */
async function grownKb(work: (round: number) => Promise<void>): Promise<number> {
  await globalThis.gc?.({ type: 'major', execution: 'async' });
  const before = oldKb();
  for (let round = 0; round < ROUNDS; round += 1) {
    await work(round);
    globalThis.gc?.({ type: 'minor', execution: 'sync' });
  }
  return (oldKb() - before) / ROUNDS;
}

function oldKb(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  if (!space) throw new Error('V8 has no old space.');
  return space.space_used_size / 1000;
}
