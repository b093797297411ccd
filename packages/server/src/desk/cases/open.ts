import type { Db } from '../../kernel/db/pool.ts';
import type { KeyFolder } from '../../kernel/lib/files/key-folder.ts';
import { networkOf } from '../../kernel/lib/outbound/network-address.ts';
import { mailboxOf } from '../../site/mail/index.ts';
import { type CaseRow, insertCase, insertTargets, type NewTarget } from './case-queries.ts';
import { changeClocks } from './deadlines/clocks.ts';
import { rulesOf } from './kinds/index.ts';
import { macOf } from './sealing/case-keys.ts';
import { type CaseSeal, newSeal } from './sealing/case-seal.ts';
import { addPaper } from './sealing/papers.ts';
import type { CaseState } from './states.ts';

export interface NewCase {
  kind: string;
  /** The host name of the site that received it. */
  domain: string;
  /** Of the site's languages the one in which its sender is best answered. */
  language?: string | null;
  receivedAt: Date;
  /** No mail can be sent, so nobody waits for its sender to confirm it. */
  isMailOff?: boolean;
  /** Null where a kind does not ask for it. */
  sender: { name: string | null; email: string | null };
  /** The visitor's address, of which the network is kept, as a mark. */
  visitorAddress?: string;
  /** The mark of everything that was sent, if there is more than the fields. */
  content?: Buffer;
  /** Everything that was sent, by the names of the form's fields. */
  submission: Readonly<Record<string, unknown>>;
  targets: readonly (NewTarget & { address: string })[];
  /** Of a counter-notice. */
  aboutCaseId?: string;
  rank?: number;
  /** The names of the elements of its law that it lacks. */
  asked?: readonly string[];
  /** What its links are found by. */
  linkHashes?(id: string): { token_hash: Buffer; confirm_hash: Buffer | null };
}

/** A case that was made, and what its texts are sealed with. */
export interface OpenedCase {
  caseRow: CaseRow;
  seal: CaseSeal;
}

/** Makes a case of a notice, in the caller's transaction: what identifies persons is sealed, and its clocks run. */
export async function openCase(tx: Db, keys: KeyFolder, notice: NewCase): Promise<OpenedCase> {
  const {
    kind,
    domain,
    language = null,
    receivedAt,
    sender,
    submission,
    targets,
    aboutCaseId,
    rank,
    asked = [],
  } = notice;
  const rules = rulesOf(kind);
  const id = crypto.randomUUID();
  const { seal, ...key } = await newSeal(tx, keys, { id, kind }, receivedAt);
  const caseRow = await insertCase(tx, {
    ...{ id, kind, domain, language, ...key, received_at: receivedAt, sealed_at: receivedAt },
    ...{ state: firstState(notice), asked: [...asked], ...notice.linkHashes?.(id) },
    about_case_id: aboutCaseId ?? null,
    rank: rank ?? rules.priority,
    initials: initialsOf(sender.name ?? ''),
    ...marksOf(keys, notice),
  });
  await insertTargets(
    tx,
    id,
    targets.map(({ address, ...target }, n) => ({ ...target, sealed: seal.seal(`address-${n}`, address) })),
  );
  const text = JSON.stringify(submission);
  await addPaper(tx, id, seal, { what: 'submission', text, by: null, at: receivedAt });
  await changeClocks(tx, caseRow, rules, { from: undefined, to: caseRow.state, now: receivedAt });
  return { caseRow, seal };
}

/** What it lacks is asked for at once, also before it is confirmed. */
function firstState({ sender, asked = [], isMailOff }: NewCase): CaseState {
  if (asked.length > 0) return 'incomplete';
  return sender.email === null || isMailOff ? 'open' : 'unconfirmed';
}

function marksOf(keys: KeyFolder, { kind, sender, submission, content, visitorAddress }: NewCase) {
  return {
    mailbox_mac: sender.email === null ? null : mailboxMark(keys, sender.email),
    content_mac: content ?? contentMark(keys, kind, submission),
    network_mac: visitorAddress === undefined ? null : macOf(keys, 'network', networkOf(visitorAddress)),
  };
}

/** By which the same mailbox is found again, whatever its dots, case and plus signs. */
export function mailboxMark(keys: KeyFolder, email: string): Buffer {
  return macOf(keys, 'mailbox', mailboxOf(email));
}

/** By which the very same notice is found again. */
export function contentMark(
  keys: KeyFolder,
  kind: string,
  submission: Readonly<Record<string, unknown>>,
): Buffer {
  const fields = Object.entries(submission).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return macOf(keys, 'content', JSON.stringify([kind, fields]));
}

/** `A. L.`: lists show no more of a name. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const few = words.length > 3 ? [...words.slice(0, 2), ...words.slice(-1)] : words;
  return few.map((word) => `${[...word][0]?.toUpperCase()}.`).join(' ');
}
