import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { createNetworkLimit } from '../../lib/network-limit.ts';
import { deleteTries, takeTry } from './queries.ts';
import { sha256 } from './session-token.ts';

const DAY_MS = 24 * 3_600_000;
const FREE_TRIES = 5;

/** What can be tried, each counted for itself: a right password forgives no wrong code. */
const KINDS = {
  password: {
    /** Short enough that somebody who tries a name all day long does not keep its owner out. */
    longestDelaySeconds: 60,
    sentence: 'There were too many tries to sign in with this name. Please try again in a minute.',
  },
  code: {
    /** Whoever tries codes has the password already; a million codes should outlast them. */
    longestDelaySeconds: 900,
    sentence:
      'There were too many tries with codes of this account. Please try again in a quarter of an hour.',
  },
  passkey: {
    longestDelaySeconds: 60,
    sentence: 'There were too many tries with passkeys of this account. Please try again in a minute.',
  },
  confirmation: {
    longestDelaySeconds: 60,
    sentence: 'There were too many tries to give the password. Please try again in a minute.',
  },
};

export type TryKind = keyof typeof KINDS;
const MOST_A_NETWORK_AN_HOUR = 20;
/** Each takes 19 MiB for a moment, and one of the threads that also read files. */
const MOST_WAITING = 20;

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/**
 * How often a password or a second factor may be tried, whatever headers come with it: by name (known to us or not, so
 * that the limit tells nothing), by the network of the address that Fastify vouches for, and all together. Tries are
 * counted before they are decided, and forgotten once one was right.
 */
export function createLoginLimits({ db, clock }: { db: Db; clock: Clock }) {
  const networks = createNetworkLimit(MOST_A_NETWORK_AN_HOUR);
  const inTurn = createTurns(MOST_WAITING);

  /** Throws too_many_requests, or runs `attempt` when it is its turn; undefined from it is a wrong one. */
  return async function limited<T>(
    kind: TryKind,
    { username, address }: { username: string; address: string },
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (!networks.take(address))
      throw tooMany('Too many tries to sign in have come from your network. Please try again in an hour.');
    const nameHash = hashOfTry(kind, username);
    const { longestDelaySeconds, sentence } = KINDS[kind];
    const now = clock.now();
    const forgetBefore = triesForgottenBefore(now);
    if (!(await takeTry(db, nameHash, { now, forgetBefore, freeTries: FREE_TRIES, longestDelaySeconds }))) {
      networks.giveBack(address);
      throw tooMany(sentence);
    }
    const result = await inTurn(attempt);
    if (result === undefined) return undefined;
    networks.giveBack(address);
    await deleteTries(db, [nameHash]);
    return result;
  };
}

export function triesForgottenBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/** All that may have been tried with a name, as `login_tries` knows it. */
export function triesOf(username: string): Buffer[] {
  return (Object.keys(KINDS) as TryKind[]).map((kind) => hashOfTry(kind, username));
}

/** The name itself is not kept: people type passwords into the wrong field. No name holds a NUL. */
function hashOfTry(kind: TryKind, username: string): Buffer {
  return sha256(`${kind}\0${username}`);
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
