import type { DmcaFields, DomainConfig } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { withoutWww } from '../../kernel/http/origin.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import { createNetworkLimit, type NetworkLimit } from '../../kernel/lib/network-limit.ts';
import {
  type CaseParts,
  type CaseSeal,
  contentMark,
  lockMailbox,
  mailboxMark,
  openCase,
  putCaseMail,
  selectSameCase,
} from '../cases/index.ts';
import { type Notice, readNotice, videoPageOf } from './notice.ts';
import { alertMail, type Receipt, receiptMail } from './notice-mails.ts';
import { insertNotice } from './queries.ts';
import { sealedNotice } from './sealed-notice.ts';

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
  const { db, keys, clock, configFor } = takedowns;
  const notice = readNotice(submission);
  const domain = await configFor(hostname);
  const videoId = submission.videoId || (await videoIdOf(takedowns, notice, hostname));
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, mailboxMark(keys, notice.complainantEmail));
    const mark = contentMark(keys, 'copyright', notice);
    const same = await selectSameCase(tx, mark, new Date(now.getTime() - SAME_NOTICE_MS));
    if (same) return same;
    await refuseFlood(takedowns, { visitor, domain });
    const { kase, seal } = await openCase(tx, keys, {
      ...{ kind: 'copyright', domain: domain.domain, receivedAt: now, submission: { ...notice } },
      sender: { name: notice.complainantName, email: notice.complainantEmail },
      visitorAddress: visitor.address,
      targets: [
        {
          ...{ videoId: videoId ?? null, shape: videoId === undefined ? 'other' : 'given' },
          address: notice.infringingUrl,
        },
      ],
    });
    await insertNotice(tx, sealedNotice(notice, seal), kase);
    await putMails(tx, takedowns, { requestId: kase.id, receivedAt: now, notice, domain }, seal);
    return kase.id;
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

async function putMails(tx: Db, takedowns: Takedowns, receipt: Receipt, seal: CaseSeal): Promise<void> {
  const now = receipt.receivedAt;
  const about = { caseId: receipt.requestId, seal };
  const mostADay = MOST_RECEIPTS_A_DAY;
  const isAcknowledged = await putCaseMail(tx, takedowns, about, receiptMail(receipt), { now, mostADay });
  await putCaseMail(tx, takedowns, about, alertMail(receipt, isAcknowledged), { now });
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
