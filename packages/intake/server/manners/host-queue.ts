import { setTimeout as timeout } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { blockHost, forgetHostFailures, reserveSlot, type Slot } from './host-queries.ts';
import type { Pace } from './pace.ts';

/** Rejects with the signal's reason as soon as it aborts. */
export type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

export interface HostQueueOptions {
  db: Db;
  pace: Pace;
  clock?: Clock | undefined;
  sleep?: Sleep | undefined;
  /** For jitter, from 0 to 1. */
  random?: (() => number) | undefined;
}

export interface Turn {
  host: string;
  askedAt: Date;
  failures: number;
}

export type HostQueue = ReturnType<typeof createHostQueue>;

/** "example.org:443". */
export function hostOf({ protocol, hostname, port }: URL): string {
  // "films.example." is the same machine.
  return `${hostname.replace(/\.+$/, '')}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** In the database: shared by all workers. A worker that dies waiting loses only its turn. */
export function createHostQueue({ db, pace, clock, ...options }: HostQueueOptions) {
  const sleep = options.sleep ?? sleepFor;
  const random = options.random ?? Math.random;
  const moment = () => clock?.now() ?? null;

  /** `gapMs` after the last turn. Throws `host_waits`, or the signal's reason. */
  async function waitForTurn(
    host: string,
    { gapMs, maxWaitMs = pace.maxWaitMs }: { gapMs: number; maxWaitMs?: number | undefined },
    signal?: AbortSignal,
  ): Promise<Turn> {
    signal?.throwIfAborted();
    const slot = await reserveSlot(db, { host, gapMs: gapMs * pace.gapFactor, maxWaitMs, moment: moment() });
    if (!slot.taken) throw waitsError(host, slot);
    if (slot.waitMs > 0) await sleep(Math.ceil(slot.waitMs), signal);
    return { host, askedAt: new Date(slot.at.getTime() + slot.waitMs), failures: slot.failures };
  }

  async function backOff(turn: Turn, message: string, retryAfterMs?: number): Promise<void> {
    const believed = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, pace.maxRetryAfterMs);
    await blockHost(db, {
      ...turn,
      message,
      retryAfterMs: believed,
      backOffMs: pace.backOffMs * (1 + random() / 4),
      maxBackOffMs: pace.maxBackOffMs,
      moment: moment(),
    });
  }

  async function answered({ host, failures }: Turn): Promise<void> {
    if (failures > 0) await forgetHostFailures(db, host);
  }

  return { waitForTurn, backOff, answered };
}

function waitsError(host: string, { waitMs: retryAfterMs, blockedUntil, blockMessage }: Slot): SourceError {
  const sentence = blockedUntil
    ? `${host} is paused until ${formatMoment(blockedUntil)}: ${blockMessage ?? ''}`
    : `The queue for ${host} is long. The next turn is in ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  return new SourceError('host_waits', sentence.trim(), { retryAfterMs });
}

/** Without a signal, does not keep the process alive. */
async function sleepFor(durationMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await timeout(durationMs, undefined, signal ? { signal } : { ref: false });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
