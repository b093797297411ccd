import {
  addressesIn,
  type CallOutput,
  type CaseKindForm,
  type DomainConfig,
  missingElements,
  pageHref,
  type Routes,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { macOf } from '@vesper/core/db/sealed/row-keys.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { networkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { createNetworkShares, type NetworkShares } from '@vesper/core/lib/outbound/network-limit.ts';
import { lockMerges } from '@vesper/library/videos';
import {
  type CaseDeps,
  type CaseParts,
  casePartsOf,
  contentMark,
  type Filled,
  languageOf,
  linkHash,
  lockMailbox,
  mailboxMark,
  openCase,
  type RankFacts,
  RECEIPT,
  rankOf,
  resolveAddresses,
  rulesOf,
  selectSameCase,
  type Target,
  trustIn,
} from '../cases/index.ts';
import { hideNamed, hidesOnReceipt } from '../outcome/index.ts';
import { findAnswered } from './counter-notices.ts';
import type { FormProofs } from './form-proof.ts';
import { selectRecord } from './queries.ts';
import { putReceipt } from './receipts.ts';

const HOUR_MS = 3600 * 1000;
/** Identical notices within this time are one: a double click or a retry. */
const SAME_NOTICE_MS = HOUR_MS / 4;

export interface ReportParts extends CaseParts {
  shares: NetworkShares;
  proofs: FormProofs;
}

export interface ReportDeps extends CaseDeps {
  counts: Counts;
  formProofs: FormProofs;
}

const SHARES = { name: 'notices', mostAnHour: 10, mostOfALine: 3, mostBeyond: 100 };

export function createReports({ counts, formProofs: proofs, ...deps }: ReportDeps): ReportParts {
  return { ...casePartsOf(deps), shares: createNetworkShares(counts, SHARES), proofs };
}

export interface Arrival {
  form: CaseKindForm;
  filled: Filled;
  /** A video's id sent beside the address. */
  videoId?: string | null | undefined;
  /** May contain further addresses of ours. */
  others?: readonly string[];
  proof?: unknown;
  visitor: Visitor;
}

export interface Visitor {
  hostname: string;
  visitor: { address: string; acceptLanguage?: string };
}

type TakenIn = CallOutput<Routes['reports']['submit']>;

interface Prepared extends Arrival {
  domain: DomainConfig;
  targets: Target[];
  sender: Buffer | undefined;
  content: Buffer;
  network: Buffer;
  email: string | null;
  language: string | null;
  now: Date;
}

/**
 * Stores a notice with its receipt and rank, and hides what its kind hides. No limit for all senders together. Throws
 * too_many_requests for its network.
 */
export async function takeIn(parts: ReportParts, arrival: Arrival): Promise<TakenIn> {
  const prepared = await prepare(parts, arrival);
  const take = async (tx: Db): Promise<TakenIn> => {
    const { sender, content, network, now } = prepared;
    await lockMailbox(tx, sender ?? content);
    // The answer leads to the first sender's private page.
    const same = await selectSameCase(tx, {
      content,
      network,
      since: new Date(now.getTime() - SAME_NOTICE_MS),
    });
    if (same) return { id: same, statusPath: pageHref.reportStatus(parts.caseLinks.status(same)) };
    await refuseFlood(parts, prepared);
    const id = await openNew(tx, parts, prepared);
    return { id, statusPath: pageHref.reportStatus(parts.caseLinks.status(id)) };
  };
  return transaction(parts.db, take, { retry: ['deadlock'] });
}

async function prepare(parts: ReportParts, arrival: Arrival): Promise<Prepared> {
  const { keys, clock, configFor } = parts;
  const { form, filled, visitor } = arrival;
  const { email: emailField, addresses: addressesField } = form.parts;
  const email = emailField === null ? null : String(filled[emailField] ?? '') || null;
  const named = addressesField === null ? '' : String(filled[addressesField] ?? '');
  const { hostname } = visitor;
  const given = { addresses: addressesIn(named), videoId: arrival.videoId };
  const others = await resolveAddresses(parts, { addresses: arrival.others ?? [] }, hostname);
  return {
    ...arrival,
    domain: await configFor(hostname),
    targets: [
      ...(await resolveAddresses(parts, given, hostname)),
      ...others.filter(({ videoId }) => videoId !== null),
    ],
    sender: email === null ? undefined : mailboxMark(keys, email),
    content: contentMark(keys, form.kind, {
      ...{ ...filled, videoId: arrival.videoId ?? '' },
      // Without a mailbox another person of the network may have written the same.
      ...(email === null && { from: visitor.visitor.address }),
    }),
    network: macOf(keys, 'network', networkOf(visitor.visitor.address)),
    language: await languageOf(parts.db, visitor.visitor.acceptLanguage ?? ''),
    ...{ email, now: clock.now() },
  };
}

async function refuseFlood({ shares }: ReportParts, { form, visitor, domain }: Prepared): Promise<void> {
  if (await shares.take(visitor.visitor.address, form.kind)) return;
  const instead = `Please try again later, or write to ${domain.contactEmail}.`;
  throw new AppError('too_many_requests', `Too many notices from your network. ${instead}`);
}

async function openNew(tx: Db, parts: ReportParts, prepared: Prepared): Promise<string> {
  const { keys, caseLinks } = parts;
  const { form, filled, targets, domain, email, language, now, visitor } = prepared;
  const rules = rulesOf(form.kind);
  const facts = await factsOf(tx, parts, prepared);
  const rank = rankOf({ ...facts, priority: rules.priority });
  const nameField = form.parts.name;
  const videoIds = targets.map(({ videoId }) => videoId).filter((id) => id !== null);
  const aboutCaseId = form.kind === 'counter_notice' ? await findAnswered(tx, filled, videoIds) : undefined;
  const { caseRow, seal } = await openCase(tx, keys, {
    ...(aboutCaseId === undefined ? {} : { aboutCaseId }),
    ...{ kind: form.kind, domain: domain.domain, language, receivedAt: now, submission: filled, rank },
    isMailOff: !parts.config.smtp,
    sender: { name: nameField === null ? null : String(filled[nameField] ?? '') || null, email },
    visitorAddress: visitor.visitor.address,
    content: prepared.content,
    targets: targets.map(({ written, ...target }) => ({ ...target, address: written })),
    asked: missingElements(form, filled),
    linkHashes: (id) => ({
      token_hash: linkHash(caseLinks.status(id)),
      confirm_hash: email === null ? null : linkHash(caseLinks.confirm(id)),
    }),
  });
  if (email !== null)
    await putReceipt(tx, parts, {
      ...{ caseRow, seal, to: email, targets, domain, now },
      ...{ mailKind: RECEIPT, priority: trustIn(facts) },
    });
  if (hidesOnReceipt(parts.config, form.kind)) {
    await lockMerges(tx);
    await hideNamed(tx, parts, { caseRow, isNew: true, now });
  }
  return caseRow.id;
}

async function factsOf(tx: Db, { proofs }: ReportParts, prepared: Prepared): Promise<RankFacts> {
  const { targets, sender, network, now, proof } = prepared;
  return {
    ...(await selectRecord(tx, { sender, network, since: new Date(now.getTime() - HOUR_MS) })),
    isResolved: targets.some(({ videoId }) => videoId !== null),
    hasProof: proofs.isFresh(proof),
  };
}
