import { Condition, type DomainConfig, HowItIs } from '@vesper/contract';
import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { createDomainDirectory } from '../domains/index.ts';
import { type NewMail, putMail, sentBy } from '../mail/index.ts';
import { conditionsOf, type FoundCondition, type SiteFacts } from './conditions.ts';
import {
  type AlertRow,
  forgetAlerts,
  forgetPosts,
  insertPast,
  insertPost,
  noteConditions,
  type PastAlertRow,
  tellBegun,
  tellEnded,
} from './queries.ts';
import { postAlerts } from './webhook.ts';

export interface AlertSettings {
  /** Null for no mail, undefined for the default domain's contact address. */
  mail: string | null | undefined;
  webhook: string | undefined;
  /** Signs posts. */
  secret: string | undefined;
}

export interface AlertParts {
  db: Db;
  queue: Queue;
  clock: Clock;
  log: Log;
  fetch: SafeFetch;
  look: () => Promise<SiteFacts>;
  config: { alerts: AlertSettings; smtp: unknown };
}

const DAY_MS = 24 * 3600_000;
const MINUTE_MS = 60_000;
const KEPT_DAYS = 90;
const MOST_NAMED = 50;
export const ALERT_KIND = 'alert';

/** Records conditions, reports those that last or have ended, and posts to the webhook. */
export async function tendAlerts(parts: AlertParts): Promise<void> {
  const facts = await parts.look();
  // Without the database there is nowhere to record them.
  if (facts.known) await tell(parts, conditionsOf(facts));
  await postAlerts(parts);
}

/** In one transaction, so that each start and end is reported once. */
async function tell(parts: AlertParts, conditions: readonly FoundCondition[]): Promise<void> {
  const { db, clock } = parts;
  const site = await createDomainDirectory(db).configFor('');
  const now = clock.now();
  const before = conditions
    .filter(({ tellAfterMinutes }) => Number.isFinite(tellAfterMinutes))
    .map(({ key, tellAfterMinutes }) => ({
      key,
      at: new Date(now.getTime() - tellAfterMinutes * MINUTE_MS),
    }));
  await db.transaction().execute(async (tx) => {
    await takeLock(tx, 'alerts');
    await noteConditions(tx, conditions, now);
    const news = { begun: await tellBegun(tx, before, now), ended: await tellEnded(tx, now) };
    const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
    await forgetAlerts(tx, daysFromNow(-KEPT_DAYS));
    await forgetPosts(tx, { before: daysFromNow(-1), after: daysFromNow(1) });
    if (news.begun.length + news.ended.length > 0) await putNews(tx, parts, { site, news, now });
  });
}

/** Reports afterwards that the database was down. Every process notices; one reports. */
export async function tellAway(parts: AlertParts, since: Date): Promise<void> {
  const site = await createDomainDirectory(parts.db).configFor('');
  const now = parts.clock.now();
  await parts.db.transaction().execute(async (tx) => {
    await takeLock(tx, 'alerts');
    for (const condition of conditionsOf({ now, databaseMs: null })) {
      const row = await insertPast(tx, condition, { since, now });
      if (row) await putNews(tx, parts, { site, news: { begun: [row], ended: [row] }, now });
    }
  });
  await postAlerts(parts);
}

async function putNews(
  tx: Db,
  { queue, config: { alerts, smtp } }: AlertParts,
  { site, news, now }: { site: DomainConfig; news: News; now: Date },
): Promise<void> {
  // Without a mail server the mail would just wait.
  if (smtp && alerts.mail !== null)
    await putMail(tx, queue, alertMail(site, alerts.mail ?? site.contactEmail, news), { now, priority: 1 });
  if (alerts.webhook) await insertPost(tx, postBody(site, news, now), now);
}

interface News {
  begun: readonly AlertRow[];
  ended: readonly PastAlertRow[];
}

function alertMail(site: DomainConfig, to: string, news: News): NewMail {
  const { begun, ended } = news;
  const n = begun.length;
  const subject =
    n > 0
      ? `${n === 1 ? 'Something needs' : `${n} things need`} attention at ${site.siteName}`
      : `${ended.length === 1 ? 'An issue is' : `${ended.length} issues are`} resolved at ${site.siteName}`;
  return {
    ...sentBy(site),
    ...{ kind: ALERT_KIND, to, subject },
    body: `At ${site.siteName} (${site.domain}):

${linesOf(news).join('\n')}

The page "Status" of the back office shows the current state.
`,
  };
}

function linesOf({ begun, ended }: News): string[] {
  return [
    ...begun
      .slice(0, MOST_NAMED)
      .map(({ sentence, todo, since }) => `- ${sentence} (since ${formatMoment(since)})\n  ${todo}`),
    ...ended
      .slice(0, MOST_NAMED)
      .map((row) => `- Ended: ${row.sentence} (${formatMoment(row.since)} to ${formatMoment(row.ended_at)})`),
    ...[begun, ended].flatMap((all) =>
      all.length > MOST_NAMED ? [`- and ${all.length - MOST_NAMED} more`] : [],
    ),
  ];
}

/** `text` is what chat services show. */
function postBody(site: DomainConfig, news: News, now: Date): object {
  return {
    ...{ site: site.domain, at: now.toISOString(), text: `${site.siteName}:\n${linesOf(news).join('\n')}` },
    begun: news.begun.map((row) => viewOf(Condition, row)),
    ended: news.ended.map((row) => viewOf(HowItIs.shape.past.element, row)),
  };
}
