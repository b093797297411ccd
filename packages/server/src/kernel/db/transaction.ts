import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from './pool.ts';

/** How two writers can meet. Whichever is told of it has been rolled back: nothing of its work has happened. */
export type Collision = 'deadlock' | 'lock_timeout' | 'unique';

/** PostgreSQL's codes (its appendix A); a serialization failure is a deadlock's equal. */
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
  /** After which collisions the work is done again, from its beginning. */
  retry: readonly Collision[];
  mostTries?: number;
  /** Before each further try it pauses for up to this long. */
  longestPauseMs?: number;
}

/** Runs work in a transaction, again where it met another writer. Throws the last collision once the tries are used up. */
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
