import { Condition, HowItIs } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { AlertSettings } from './alerts.ts';
import { allDisks, conditionsOf, type KnownFacts, type SiteFacts } from './conditions.ts';
import { selectOpenSince, selectPastAlerts } from './queries.ts';

export interface ReportParts {
  db: Db;
  look: () => Promise<SiteFacts>;
  config: { alerts: AlertSettings; smtp: unknown };
}

const MOST_PAST = 50;

export async function howItIs({ db, look, config: { alerts, smtp } }: ReportParts): Promise<HowItIs> {
  const facts = await look();
  const { known } = facts;
  if (!known) throw new AppError('unavailable', 'The database does not answer.');
  const [since, past] = await Promise.all([selectOpenSince(db), selectPastAlerts(db, MOST_PAST)]);
  return {
    conditions: conditionsOf(facts).map((condition) =>
      viewOf(Condition, condition, { since: since.get(condition.key)?.toISOString() ?? null }),
    ),
    past: past.map((row) => viewOf(HowItIs.shape.past.element, row)),
    told: { byMail: Boolean(smtp) && alerts.mail !== null, byWebhook: alerts.webhook !== undefined },
    ...figuresOf(known),
  };
}

function figuresOf(known: KnownFacts): Omit<HowItIs, 'conditions' | 'past' | 'told'> {
  const { operation, downloads, mediaJobs, endings, sources, backup } = known;
  const { oldestAt: _o, ...cases } = known.cases;
  const { stuckSince: _, ...mail } = known.mail;
  return {
    ...{ disks: allDisks(known), workers: operation.workers.length, endings, cases },
    downloads: { ...downloads, oldestReadyAt: instant(downloads.oldestReadyAt) },
    mediaJobs: { ...mediaJobs, oldestReadyAt: instant(mediaJobs.oldestReadyAt) },
    sources: sources.map((source) => ({ ...source, since: instant(source.since) })),
    mail: {
      ...mail,
      oldestWaitingAt: instant(mail.oldestWaitingAt),
      lastSentAt: instant(mail.lastSentAt),
    },
    backup: backup && { newestAt: instant(backup.newestAt), verifiedAt: instant(backup.verifiedAt) },
  };
}

function instant(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
