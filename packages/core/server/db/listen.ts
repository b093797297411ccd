import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import type { Loop } from '../lib/loop.ts';

export interface ListenOptions {
  connection: pg.PoolConfig;
  /** For the echoes: only messages from another connection prove that listening works. */
  pool: pg.Pool;
  channel: string;
  log: Log;
  onMessage: (payload: string) => void;
  /** Whether messages arrive; those sent meanwhile are lost. */
  onReach: (isReached: boolean) => void;
  timing?: Partial<ListenTiming>;
}

export interface ListenTiming {
  /** How often to check that messages arrive, and how long one may take. */
  echoEveryMs: number;
  echoWithinMs: number;
  retryMs: number;
}

const TIMING: ListenTiming = { echoEveryMs: 15_000, echoWithinMs: 5000, retryMs: 2000 };
const ECHO = 'echo ';

/**
 * LISTENs on its own connection, and reconnects when it is lost. A pooler may accept LISTEN and deliver nothing, hence
 * the echoes.
 */
export function listen(options: ListenOptions): Loop {
  const timing = { ...TIMING, ...options.timing };
  const stopping = new AbortController();

  async function run(): Promise<void> {
    let hasWarned = false;
    while (!stopping.signal.aborted) {
      const error = await listenOnce(options, timing, stopping.signal);
      options.onReach(false);
      if (stopping.signal.aborted) return;
      if (!hasWarned) options.log.warn({ err: error }, 'Live updates are interrupted; reconnecting.');
      hasWarned = true;
      await pause(timing.retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Ends with the connection, a missing echo or the signal; returns why. */
async function listenOnce(
  { connection, pool, channel, onMessage, onReach }: ListenOptions,
  timing: ListenTiming,
  signal: AbortSignal,
): Promise<unknown> {
  const client = new pg.Client({
    ...connection,
    application_name: 'vesper-listen',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  } as pg.ClientConfig);
  const lost = new Promise<unknown>((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('The connection was closed.')));
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const echoes = createEchoes(pool, channel, timing.echoWithinMs);
  client.on('notification', ({ payload = '' }) => {
    if (payload.startsWith(ECHO)) echoes.came(payload);
    else onMessage(payload);
  });
  const work = (async () => {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    while (!signal.aborted) {
      await echoes.expectOne();
      onReach(true);
      await pause(timing.echoEveryMs, undefined, { signal }).catch(() => {});
    }
  })();
  const reason = await Promise.race([lost, work.catch((error: unknown) => error)]);
  echoes.stop();
  await client.end().catch(() => {});
  return reason;
}

function createEchoes(pool: pg.Pool, channel: string, withinMs: number) {
  let awaited: { payload: string; resolve: () => void; timer: NodeJS.Timeout } | undefined;
  return {
    came(payload: string): void {
      if (awaited?.payload !== payload) return;
      clearTimeout(awaited.timer);
      awaited.resolve();
    },
    async expectOne(): Promise<void> {
      const payload = `${ECHO}${randomUUID()}`;
      const arrival = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('A message to ourselves did not arrive.')), withinMs);
        awaited = { payload, resolve, timer };
      });
      await Promise.all([arrival, pool.query('select pg_notify($1, $2)', [channel, payload])]);
    },
    stop(): void {
      clearTimeout(awaited?.timer);
    },
  };
}
