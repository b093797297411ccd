import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { networkOf, widerNetworkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { createNetworkLimit } from '@vesper/core/lib/outbound/network-limit.ts';
import { sha256 } from './session-token.ts';
import { forgetTries, forgetTriesOfName, giveBackTries, type TryKey, takeTry } from './try-queries.ts';
import { createTurns } from './turns.ts';

const DAY_MS = 24 * 3_600_000;
const FREE_TRIES = 5;

interface Limits {
  longestDelaySeconds: number;
  /** Across all networks; beyond it they share one network's tries. */
  freeTriesADay: number;
  sentence: string;
}

const USUAL = { longestDelaySeconds: 60, freeTriesADay: 50_000 };

/** Counted separately: a correct password does not reset wrong codes. */
const KINDS = {
  password: {
    ...USUAL,
    sentence: 'Too many sign-in attempts with this name. Please try again in a minute.',
  },
  code: {
    /** Codes are tried only after the password: the limit must make guessing a million of them hopeless. */
    longestDelaySeconds: 900,
    freeTriesADay: 500,
    sentence: 'Too many codes tried for this account. Please try again in 15 minutes.',
  },
  recovery: {
    ...USUAL,
    sentence: 'Too many recovery codes tried for this account. Please try again in a minute.',
  },
  passkey: {
    ...USUAL,
    sentence: 'Too many passkey attempts for this account. Please try again in a minute.',
  },
  confirmation: {
    ...USUAL,
    sentence: 'Too many password attempts. Please try again in a minute.',
  },
} satisfies Record<string, Limits>;

export type TryKind = keyof typeof KINDS;

export interface Trying {
  username: string;
  address: string;
  /** Counted separately, whatever its network. */
  known?: string | undefined;
}

const MOST_A_NETWORK_AN_HOUR = 20;
/** For an IPv6 block rented as a whole. */
const NETWORKS_A_WIDER_ONE = 20;
/** Each hash takes a good part of a second. */
const MOST_WAITING = 100;

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/**
 * Limits tries per name and network, so that the account stays open elsewhere (decision 38). Tries are counted before
 * they are judged, and uncounted on success.
 */
export function createLoginLimits({ db, clock, counts }: { db: Db; clock: Clock; counts: Counts }) {
  const networks = createNetworkLimit(counts, { name: 'login networks', mostAnHour: MOST_A_NETWORK_AN_HOUR });
  const widerNetworks = createNetworkLimit(counts, {
    ...{ name: 'login wider networks', networkOfAddress: widerNetworkOf },
    mostAnHour: MOST_A_NETWORK_AN_HOUR * NETWORKS_A_WIDER_ONE,
  });
  const inTurn = createTurns(MOST_WAITING);

  /** Throws too_many_requests. `attempt` returns undefined for wrong. */
  return async function limited<T>(
    kind: TryKind,
    trying: Trying,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { address, known } = trying;
    // Counts refused attempts too: repeating is not free.
    if (known === undefined && !((await networks.take(address)) && (await widerNetworks.take(address))))
      throw tooMany('Too many sign-in attempts from your network. Please try again in an hour.');
    const taken = await take(db, kind, { ...trying, now: clock.now() });
    if (!taken) throw tooMany(KINDS[kind].sentence);
    let hasBegun = false;
    const result = await inTurn(known === undefined ? networkOf(address) : undefined, () => {
      hasBegun = true;
      return attempt();
    }).catch(async (error) => {
      if (!hasBegun) await giveBackTries(db, [taken.own, ...taken.others]);
      throw error;
    });
    if (result === undefined) return undefined;
    if (known === undefined) {
      networks.giveBack(address);
      widerNetworks.giveBack(address);
    }
    await forgetTries(db, taken.own);
    if (taken.others.length > 0) await giveBackTries(db, taken.others);
    return result;
  };
}

export function triesForgottenBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

export function forgiveTries(db: Db, username: string): Promise<void> {
  return forgetTriesOfName(db, sha256(username));
}

/** Undefined if the attempt has to wait. */
async function take(
  db: Db,
  kind: TryKind,
  { username, address, known, now }: Trying & { now: Date },
): Promise<{ own: TryKey; others: TryKey[] } | undefined> {
  const { longestDelaySeconds, freeTriesADay } = KINDS[kind];
  // Hashed: people type passwords into the wrong field. No name contains NUL.
  const nameHash = sha256(username);
  const keyOf = (whose: string): TryKey => ({ key: sha256(`${kind}\0${username}\0${whose}`), nameHash });
  const delayed = { now, since: triesForgottenBefore(now), freeTries: FREE_TRIES, longestDelaySeconds };
  const isAmong = async (key: TryKey, most: number) =>
    ((await takeTry(db, key, { ...delayed, longestDelaySeconds: 0 })) ?? 0) <= most;

  const own = keyOf(known ?? `network ${networkOf(address)}`);
  const tries = await takeTry(db, own, delayed);
  if (tries === undefined) return undefined;
  if (known !== undefined) return { own, others: [] };
  const wider = keyOf(`wider network ${widerNetworkOf(address)}`);
  const everyone = keyOf('everyone');
  const isFree =
    tries <= FREE_TRIES &&
    (await isAmong(wider, FREE_TRIES * NETWORKS_A_WIDER_ONE)) &&
    (await isAmong(everyone, freeTriesADay));
  if (isFree) return { own, others: [wider, everyone] };
  // From here on, all networks share the attempts of one.
  return (await takeTry(db, keyOf('shared'), delayed)) ? { own, others: [] } : undefined;
}

function tooMany(sentence: string): AppError {
  return new AppError('too_many_requests', sentence);
}
