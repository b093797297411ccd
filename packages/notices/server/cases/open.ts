import type { Db } from '@vesper/core/db/pool.ts';
import { macOf, type RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import { newSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { networkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { mailboxOf } from '@vesper/site/mail';
import { type CaseRow, insertCase, insertTargets, type NewTarget } from './case-queries.ts';
import { changeClocks } from './deadlines/clocks.ts';
import { rulesOf } from './kinds/index.ts';
import type { CaseSeal } from './sealing/case-seal.ts';
import { addPaper } from './sealing/papers.ts';
import type { CaseState } from './states.ts';

export interface NewCase {
  kind: string;
  domain: string;
  language?: string | null;
  receivedAt: Date;
  /** Without a mail server there is no confirmation to wait for. */
  isMailOff?: boolean;
  /** Null where a kind does not ask for it. */
  sender: { name: string | null; email: string | null };
  /** Only a mark of its network is kept. */
  visitorAddress?: string;
  /** If more than the fields identifies it. */
  content?: Buffer;
  submission: Readonly<Record<string, unknown>>;
  targets: readonly (NewTarget & { address: string })[];
  aboutCaseId?: string;
  rank?: number;
  asked?: readonly string[];
  linkHashes?(id: string): { token_hash: Buffer; confirm_hash: Buffer | null };
}

export interface OpenedCase {
  caseRow: CaseRow;
  seal: CaseSeal;
}

/** Creates a case in the caller's transaction: seals personal data and starts the clocks. */
export async function openCase(tx: Db, keys: RowKeys, notice: NewCase): Promise<OpenedCase> {
  const { kind, receivedAt, sender, targets, asked = [] } = notice;
  const rules = rulesOf(kind);
  const id = crypto.randomUUID();
  const { seal, ...key } = await newSeal(tx, keys, { id, kind }, receivedAt);
  const caseRow = await insertCase(tx, {
    ...{ id, kind, domain: notice.domain, language: notice.language ?? null, ...key },
    ...{ received_at: receivedAt, sealed_at: receivedAt, state: firstState(notice), asked: [...asked] },
    ...{ about_case_id: notice.aboutCaseId ?? null, rank: notice.rank ?? rules.priority },
    ...{ initials: initialsOf(sender.name ?? ''), ...marksOf(keys, notice), ...notice.linkHashes?.(id) },
  });
  await insertTargets(
    tx,
    id,
    targets.map(({ address, ...target }, n) => ({ ...target, sealed: seal.seal(`address-${n}`, address) })),
  );
  const text = JSON.stringify(notice.submission);
  await addPaper(tx, id, seal, { what: 'submission', text, by: null, at: receivedAt });
  await changeClocks(tx, caseRow, rules, { from: undefined, to: caseRow.state, now: receivedAt });
  return { caseRow, seal };
}

/** Missing elements are asked for at once, even before confirmation. */
function firstState({ sender, asked = [], isMailOff }: NewCase): CaseState {
  if (asked.length > 0) return 'incomplete';
  return sender.email === null || isMailOff ? 'open' : 'unconfirmed';
}

function marksOf(keys: RowKeys, { kind, sender, submission, content, visitorAddress }: NewCase) {
  return {
    mailbox_mac: sender.email === null ? null : mailboxMark(keys, sender.email),
    content_mac: content ?? contentMark(keys, kind, submission),
    network_mac: visitorAddress === undefined ? null : macOf(keys, 'network', networkOf(visitorAddress)),
  };
}

/** Finds the same mailbox again, ignoring dots, case and plus signs. */
export function mailboxMark(keys: RowKeys, email: string): Buffer {
  return macOf(keys, 'mailbox', mailboxOf(email));
}

export function contentMark(
  keys: RowKeys,
  kind: string,
  submission: Readonly<Record<string, unknown>>,
): Buffer {
  const fields = Object.entries(submission).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return macOf(keys, 'content', JSON.stringify([kind, fields]));
}

/** `A. L.` */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const few = words.length > 3 ? [...words.slice(0, 2), ...words.slice(-1)] : words;
  return few.map((word) => `${[...word][0]?.toUpperCase()}.`).join(' ');
}
