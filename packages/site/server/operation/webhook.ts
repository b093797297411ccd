import { createHmac } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { requireOk, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { type AlertPost, deletePost, leasePost } from './queries.ts';

interface WebhookParts {
  db: Db;
  clock: Clock;
  log: Log;
  fetch: SafeFetch;
  config: { alerts: { webhook: string | undefined; secret: string | undefined } };
}

/** Longer than a post takes: when to retry. */
const LEASE_MS = 120_000;
const POST_MS = 30_000;
const MOST_ANSWER_BYTES = 100_000;

/** Posts in order until one fails, and retries later: a post may arrive twice. Drops posts that are refused for good. */
export async function postAlerts(parts: WebhookParts): Promise<void> {
  const { db, clock, log } = parts;
  for (;;) {
    const now = clock.now();
    const post = await leasePost(db, now, new Date(now.getTime() + LEASE_MS));
    if (!post) return;
    try {
      await send(parts, post);
      faultsOf(log).end('webhook');
      faultsOf(log).end('webhook refuses');
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // The address may be a secret.
      const fields = { code: error.code, status: error.status };
      if (!isRefusal(error)) {
        const sentence = 'The alert webhook is not accepting messages; they will be retried.';
        faultsOf(log).begin('webhook', { sentence, fields, level: 'warn' });
        return;
      }
      const sentence = 'The alert webhook refused a message, which was dropped.';
      faultsOf(log).begin('webhook refuses', { sentence, fields, level: 'warn' });
    }
    await deletePost(db, post.id);
  }
}

/** Refuses only this message: a wrong address or permission can still be fixed. */
function isRefusal({ kind, status = 0 }: SourceError): boolean {
  return kind === 'permanent' && [400, 413, 422].includes(status);
}

async function send(
  { clock, fetch, config: { alerts } }: WebhookParts,
  { id, body }: AlertPost,
): Promise<void> {
  if (!alerts.webhook) return;
  const requestBody = JSON.stringify({ id: String(id), ...body });
  const response = await fetch(alerts.webhook, {
    ...{ method: 'POST', requestBody, totalTimeoutMs: POST_MS, maxBytes: MOST_ANSWER_BYTES },
    headers: {
      'content-type': 'application/json',
      ...(alerts.secret ? { 'x-vesper-signature': signature(alerts.secret, requestBody, clock.now()) } : {}),
    },
  });
  requireOk(response).discard();
}

/** "t=SECONDS,v1=HEX": HMAC-SHA256 of "SECONDS.BODY", against replays. */
export function signature(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
