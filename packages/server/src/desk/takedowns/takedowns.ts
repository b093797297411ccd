import type { DmcaFields, DomainConfig } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { withoutWww } from '../../kernel/http/origin.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import { createNetworkLimit, type NetworkLimit } from '../../kernel/lib/network-limit.ts';
import { mailboxOf, putMail } from '../../site/mail/index.ts';
import { type CaseParts, openCase } from '../cases/index.ts';
import { type Notice, readNotice, videoPageOf } from './notice.ts';
import { alertMail, type Receipt, receiptMail } from './notice-mails.ts';
import { findSameNotice, insertNotice, lockMailbox } from './queries.ts';

const MINUTE_MS = 60_000;
/** An identical notice within this time is the first one again: a double click, or a lost answer. */
const SAME_NOTICE_MS = 15 * MINUTE_MS;
const MOST_A_NETWORK_AN_HOUR = 10;
/** Keeps notices in a stranger's name from flooding their mailbox. */
const MOST_RECEIPTS_A_DAY = 5;

export interface Takedowns extends CaseParts {
  networks: NetworkLimit;
}

export function createTakedowns(settings: CaseParts, counts: Counts): Takedowns {
  const networks = createNetworkLimit(counts, { name: 'notices', mostAnHour: MOST_A_NETWORK_AN_HOUR });
  return { ...settings, networks };
}

export type Submission = Partial<Record<keyof DmcaFields, unknown>> & { videoId?: string | null | undefined };

/**
 * Accepts a notice (specification, sections 2 to 5): stored with the mails that acknowledge it and alert the operator.
 * Returns its id. Throws bad_request with what is wrong by field, or too_many_requests.
 */
export async function submitNotice(
  takedowns: Takedowns,
  submission: Submission,
  { hostname, visitor }: { hostname: string; visitor: { address: string } },
): Promise<string> {
  const { db, queue, clock, configFor } = takedowns;
  const notice = readNotice(submission);
  const domain = await configFor(hostname);
  const videoId = submission.videoId || (await videoIdOf(takedowns, notice, hostname));
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, mailboxOf(notice.complainantEmail));
    const same = await findSameNotice(tx, notice, new Date(now.getTime() - SAME_NOTICE_MS));
    if (same) return same;
    await refuseFlood(takedowns, { visitor, domain });
    const { id: requestId } = await openCase(tx, {
      ...{ kind: 'copyright', domain: domain.domain, receivedAt: now },
      targets: [{ videoId: videoId ?? null, shape: videoId === undefined ? 'other' : 'given' }],
    });
    await insertNotice(tx, notice, { id: requestId, domain: domain.domain, now });
    await putMails(tx, queue, { requestId, receivedAt: now, notice, domain });
    return requestId;
  });
}

async function refuseFlood(
  { networks }: Takedowns,
  { visitor, domain }: { visitor: { address: string }; domain: DomainConfig },
): Promise<void> {
  const instead = `Please try again later, or write to ${domain.contactEmail}.`;
  if (!(await networks.take(visitor.address)))
    throw new AppError('too_many_requests', `Too many notices have come from your network. ${instead}`);
}

async function putMails(tx: Db, queue: Queue, receipt: Receipt): Promise<void> {
  const now = receipt.receivedAt;
  const isAcknowledged = await putMail(tx, queue, receiptMail(receipt), {
    now,
    mostADay: MOST_RECEIPTS_A_DAY,
  });
  await putMail(tx, queue, alertMail(receipt, isAcknowledged), { now });
}

/** The video of the address, if it is a page of one of our domains. Only a hint for the reviewer. */
async function videoIdOf(
  { configFor }: Takedowns,
  { infringingUrl }: Notice,
  hostname: string,
): Promise<string | undefined> {
  const page = videoPageOf(infringingUrl);
  if (!page) return undefined;
  const named = withoutWww(page.hostname);
  if (named === withoutWww(hostname)) return page.videoId;
  for (const name of [page.hostname, named]) {
    if ((await configFor(name)).domain === name) return page.videoId;
  }
  return undefined;
}
