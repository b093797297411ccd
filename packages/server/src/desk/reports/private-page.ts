import {
  addressesIn,
  type CaseKindForm,
  counterNotice,
  missingElements,
  pageHref,
  publicOrigin,
  type ReportStatus,
  TAKEN_OFF_STATES,
} from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { lockMerges } from '../../library/videos/index.ts';
import {
  addPaper,
  type CaseRow,
  domainOf,
  everythingSaid,
  formOf,
  insertTargets,
  putCaseMail,
  requireCase,
  requireStep,
  restoreCase,
  rulesOf,
  sealOf,
  step,
  updateCase,
} from '../cases/index.ts';
import { linkHash } from './case-links.ts';
import { answerCase } from './counter-notices.ts';
import { hideNamed, hidesOnReceipt } from './hide-named.ts';
import { countTargets, findByLink, selectTargets } from './queries.ts';
import { CONFIRMED_RANK } from './rank.ts';
import { type Filled, readFilled } from './read-notice.ts';
import { copyMail } from './receipt-mails.ts';
import { disagrees, resolveAddresses } from './resolve-addresses.ts';
import type { ReportParts, Visitor } from './take-in.ts';

/** Of a mailbox: its owner has asked for each. */
const MOST_COPIES_A_DAY = 50;
/** A form has room for 100: what is added to it is bounded as well. */
const MOST_TARGETS = 300;

/** Where the notice of a private link stands. Throws not_found. */
export async function reportStatus({ db }: Pick<ReportParts, 'db'>, token: string): Promise<ReportStatus> {
  return statusOf(db, await caseOf(db, 'token_hash', token));
}

/** The notice whose mailbox a link confirms. Throws not_found. */
export async function confirmation({ db }: Pick<ReportParts, 'db'>, token: string) {
  const { id, kind, confirmed_at: at } = await caseOf(db, 'confirm_hash', token);
  return { id, kind, isConfirmed: at !== null };
}

/**
 * Confirms that a notice is its mailbox's: it comes before all unconfirmed ones, its sender gets a copy, and
 * what it names is hidden where its kind has it so. Doing it again changes nothing. Returns the private page's path.
 */
export async function confirmReport(parts: ReportParts, token: string): Promise<string> {
  const { id } = await caseOf(parts.db, 'confirm_hash', token);
  const statusPath = pageHref.reportStatus(parts.links.status(id));
  await transaction(
    parts.db,
    async (tx) => {
      await lockMerges(tx);
      const kase = await requireCase(tx, id);
      if (kase.confirmed_at) return;
      const now = parts.clock.now();
      await putCopy(tx, parts, { kase, statusPath, now });
      const fields = { rank: kase.rank + CONFIRMED_RANK, confirmed_at: now };
      let confirmed = await updateCase(tx, id, fields);
      if (isToHide(parts, confirmed)) {
        const domain = await domainOf(parts, kase);
        confirmed = await hideNamed(tx, parts, { kase: confirmed, domain, isNew: false, now });
      }
      if (kase.state === 'unconfirmed') await step(tx, confirmed, { event: 'confirm', now, by: null });
      await answerCase(tx, parts, id);
    },
    { retry: ['deadlock'] },
  );
  return statusPath;
}

async function putCopy(
  tx: Db,
  parts: ReportParts,
  { kase, statusPath, now }: { kase: CaseRow; statusPath: string; now: Date },
): Promise<void> {
  const form = formOf(kase.kind);
  const seal = await sealOf(tx, parts.keys, kase, now);
  const filled = await everythingSaid(tx, kase.id, seal);
  const to = filled[form.parts.email ?? ''];
  if (typeof to !== 'string') return;
  const domain = await domainOf(parts, kase);
  const statusUrl = publicOrigin(domain) + statusPath;
  const mail = copyMail({ form, kase, domain, to, filled, statusUrl });
  await putCaseMail(tx, parts, { caseId: kase.id, seal }, mail, {
    ...{ now, mostADay: MOST_COPIES_A_DAY, priority: kase.rank },
  });
}

/**
 * Adds to a notice that waits: what was asked for, by its fields, or a note. Throws bad_request, conflict once it is
 * decided.
 */
export async function supplementReport(
  parts: ReportParts,
  token: string,
  { input, visitor }: { input: Readonly<Record<string, unknown>>; visitor: Visitor },
): Promise<ReportStatus> {
  const { id, kind } = await caseOf(parts.db, 'token_hash', token);
  const form = formOf(kind);
  const given = readFilled(supplementForm(form), input);
  if (Object.keys(given).length === 0)
    throw new AppError('bad_request', 'Please write something.', { note: 'Please write something' });
  if (!(await parts.networks.take(visitor.visitor.address, 'supplement')))
    throw new AppError('too_many_requests', 'Too much has come from your network. Please try again later.');
  await transaction(parts.db, (tx) => supplementIn(tx, parts, { id, form, given, visitor }), {
    retry: ['deadlock'],
  });
  return reportStatus(parts, token);
}

async function supplementIn(
  tx: Db,
  parts: ReportParts,
  { id, form, given, visitor }: { id: string; form: CaseKindForm; given: Filled; visitor: Visitor },
): Promise<void> {
  const field = form.parts.addresses;
  const addresses = field === null ? [] : addressesIn(String(given[field] ?? ''));
  if (addresses.length > 0) await lockMerges(tx);
  const kase = await requireCase(tx, id);
  if (!kase.is_open)
    throw new AppError('conflict', 'This notice is decided: please send a new one, or answer our mail.');
  const now = parts.clock.now();
  const seal = await sealOf(tx, parts.keys, kase, now);
  if (addresses.length > 0) {
    const first = await countTargets(tx, id);
    if (first + addresses.length > MOST_TARGETS) {
      const sentence = `A notice can name ${MOST_TARGETS} addresses in all: please send a new one for the others.`;
      throw new AppError('bad_request', sentence, { [field ?? '']: sentence });
    }
    const named = await resolveAddresses({ ...parts, db: tx }, { addresses }, visitor.hostname);
    const targets = named.map(({ written, ...target }, n) => ({
      ...target,
      sealed: seal.seal(`address-${first + n}`, written),
    }));
    await insertTargets(tx, id, targets, first);
  }
  const said = await everythingSaid(tx, id, seal);
  const kept = withoutChanges(form, given, said);
  await addPaper(tx, id, seal, { what: 'supplement', text: JSON.stringify(kept), by: null, at: now });
  const lacking = missingElements(form, { ...said, ...kept });
  // An administrator may have asked for more than the law's elements: whatever was given now answers that.
  const asked = kase.asked.filter((name) => lacking.includes(name) && !isGiven(form, name, given));
  if (kase.state === 'incomplete' && asked.length === 0)
    await step(tx, kase, { event: 'supplement', now, by: null });
  else await updateCase(tx, id, { asked });
  if (addresses.length > 0 && isToHide(parts, kase)) {
    const domain = await domainOf(parts, kase);
    await hideNamed(tx, parts, { kase: await requireCase(tx, id), domain, isNew: false, now });
  }
  await answerCase(tx, parts, id);
}

/** Whether what a case comes to name is off the site before it is decided, as what it named first. */
function isToHide(
  parts: ReportParts,
  { kind, hidden_at: hiddenAt, confirmed_at: confirmedAt }: CaseRow,
): boolean {
  const onConfirmed = rulesOf(kind).hides === 'confirmed' && confirmedAt !== null;
  return hiddenAt !== null || onConfirmed || hidesOnReceipt(parts, kind);
}

/** Who knows a notice's page need not be its sender: a name and a mailbox that were given stay. */
function withoutChanges({ parts }: CaseKindForm, given: Filled, said: Filled): Filled {
  const fixed = [parts.name, parts.email].filter((name) => name !== null && said[name] !== undefined);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !fixed.includes(name)));
}

/** Takes a notice back, and with it what was hidden because of it. Throws bad_request, conflict. */
export async function withdrawReport(
  parts: ReportParts,
  token: string,
  isSure: unknown,
): Promise<ReportStatus> {
  const { id } = await caseOf(parts.db, 'token_hash', token);
  if (isSure !== true)
    throw new AppError('bad_request', 'Please tick that you withdraw it.', { isSure: 'Please tick this' });
  await restoreCase(
    parts,
    { id, event: 'withdraw', reason: 'Its sender withdrew the notice.', by: null },
    {
      async check(_tx, kase) {
        requireStep(kase, 'withdraw');
        // What a complainant has had taken off comes back when the complainant says so.
        const isOwn = kase.kind === 'copyright' && kase.confirmed_at !== null;
        if (!kase.is_open && !isOwn)
          throw new AppError('conflict', 'This notice is decided: please answer our mail.');
        if (kase.kind === 'minor')
          throw new AppError('conflict', 'We look at what was said of somebody under 18 in any case.');
      },
    },
  );
  return reportStatus(parts, token);
}

/** All fields, none of which has to be filled in, and a note. */
function supplementForm({ fields }: CaseKindForm): Pick<CaseKindForm, 'fields'> {
  const optional = Object.entries(fields).map(([name, field]) => [name, { ...field, isOptional: true }]);
  const note = { label: 'Note', type: 'text', max: 10_000, isOptional: true } as const;
  return { fields: { ...Object.fromEntries(optional), note } };
}

function isGiven({ elements }: CaseKindForm, name: string, given: Filled): boolean {
  return elements[name]?.fields.every((field) => given[field] !== undefined) ?? false;
}

/** The case that a link leads to. Throws not_found. */
export async function caseOf(db: Db, link: 'token_hash' | 'confirm_hash', token: string): Promise<CaseRow> {
  const kase = await findByLink(db, link, linkHash(token));
  if (!kase) throw new AppError('not_found', 'There is no such notice.');
  return kase;
}

/** Whether it keeps what it names off the site; a counter-notice wants that back. */
function isHolding({ kind, state, is_open: isOpen, hidden_at: hiddenAt }: CaseRow): boolean {
  if (kind === counterNotice.kind) return false;
  return TAKEN_OFF_STATES.includes(state) || (isOpen && hiddenAt !== null);
}

async function statusOf(db: Db, kase: CaseRow): Promise<ReportStatus> {
  const targets = (await selectTargets(db, kase.id)).map(({ shape, video_id: videoId }) => ({
    shape: shape as ReportStatus['targets'][number]['shape'],
    videoId,
  }));
  return {
    ...{ id: kase.id, kind: kase.kind, state: kase.state, asked: kase.asked, targets },
    receivedAt: kase.received_at.toISOString(),
    hasMailbox: kase.mailbox_mac !== null,
    isConfirmed: kase.confirmed_at !== null,
    decidedAt: kase.decided_at?.toISOString() ?? null,
    dueAt: kase.due_at?.toISOString() ?? null,
    linkedAt: kase.linked_at?.toISOString() ?? null,
    isHidden: isHolding(kase),
    disagrees: disagrees(targets),
  };
}
