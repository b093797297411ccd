import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from './pool.ts';

/** Conflicts of two writers. The one that gets the error has been rolled back. */
export type Collision = 'deadlock' | 'lock_timeout' | 'unique';

/** PostgreSQL's appendix A; a serialization failure equals a deadlock. */
const COLLISIONS: Readonly<Record<string, Collision>> = {
  '40P01': 'deadlock',
  '40001': 'deadlock',
  '55P03': 'lock_timeout',
  '23505': 'unique',
};

export function collisionOf(error: unknown): Collision | undefined {
  return COLLISIONS[(error as { code?: string } | undefined)?.code ?? ''];
}

export interface TransactionOptions {
  retry: readonly Collision[];
  mostTries?: number;
  longestPauseMs?: number;
}

/** Retries collisions in a new transaction. Throws the last one once the tries are used up. */
export async function transaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  { retry, mostTries = 5, longestPauseMs = 0 }: TransactionOptions,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const collision = collisionOf(error);
      if (!collision || !retry.includes(collision) || tries === mostTries) throw error;
      await pause(Math.random() * longestPauseMs);
    }
  }
}
