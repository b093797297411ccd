import { createHash } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { createNetworkLimit } from '../../lib/network-limit.ts';
import { deleteTries, takeTry } from './queries.ts';

const DAY_MS = 24 * 3_600_000;
const FREE_TRIES = 5;
/** Short enough that somebody who tries a name all day long does not keep its owner out. */
const LONGEST_DELAY_SECONDS = 60;
const MOST_A_NETWORK_AN_HOUR = 20;
/** Each takes 19 MiB for a moment, and one of the threads that also read files. */
const MOST_WAITING = 20;

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/**
 * How often a login may be tried, whatever headers come with it: by name (known to us or not, so that the limit tells
 * nothing), by the network of the address that Fastify vouches for, and all together. Tries are counted before
 * they are decided, and forgotten once one was right.
 */
export function createLoginLimits({ db, clock }: { db: Db; clock: Clock }) {
  const networks = createNetworkLimit(MOST_A_NETWORK_AN_HOUR);
  const inTurn = createTurns(MOST_WAITING);

  /** Throws too_many_requests, or runs `attempt` when it is its turn; undefined from it is a wrong login. */
  return async function limited<T>(
    { username, address }: { username: string; address: string },
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (!networks.take(address))
      throw tooMany('Too many tries to sign in have come from your network. Please try again in an hour.');
    const nameHash = hashOfName(username);
    const now = clock.now();
    const rules = { now, forgetBefore: triesForgottenBefore(now), ...NAME_RULES };
    if (!(await takeTry(db, nameHash, rules))) {
      networks.giveBack(address);
      throw tooMany('There were too many tries to sign in with this name. Please try again in a minute.');
    }
    const result = await inTurn(attempt);
    if (result === undefined) return undefined;
    networks.giveBack(address);
    await deleteTries(db, nameHash);
    return result;
  };
}

const NAME_RULES = { freeTries: FREE_TRIES, longestDelaySeconds: LONGEST_DELAY_SECONDS };

export function triesForgottenBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/** The name itself is not kept: people type passwords into the wrong field. */
export function hashOfName(username: string): Buffer {
  return createHash('sha256').update(username).digest();
}

/** Runs one at a time. */
function createTurns(mostWaiting: number) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= mostWaiting)
      throw tooMany('Too many people are signing in at the moment. Please try again in a moment.');
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => {});
    return turn;
  };
}

function tooMany(sentence: string): AppError {
  return new AppError('too_many_requests', sentence);
}
