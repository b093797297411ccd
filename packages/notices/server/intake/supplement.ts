import { addressesIn, type CaseKindForm, missingElements, type ReportStatus } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { lockMerges } from '@vesper/library/videos';
import {
  addPaper,
  type CaseRow,
  type CaseSeal,
  countSupplements,
  countTargets,
  everythingSaid,
  type Filled,
  formOf,
  insertTargets,
  MOST_SUPPLEMENTS,
  requireCase,
  resolveAddresses,
  sealOf,
  step,
  updateCase,
  voidWaiting,
} from '../cases/index.ts';
import { hideNamed } from '../outcome/index.ts';
import { answerCase } from './counter-notices.ts';
import { caseOf, reportStatus, requireOwn } from './private-page.ts';
import { readFilled } from './read-notice.ts';
import type { ReportParts, Visitor } from './take-in.ts';

/** Three times a form's limit. */
const MOST_TARGETS = 300;

/** Throws bad_request, and conflict once the notice is decided or confirmed by another link. */
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
  if (!(await parts.shares.take(visitor.visitor.address, 'supplement')))
    throw new AppError('too_many_requests', 'Too many additions from your network. Please try again later.');
  await transaction(parts.db, (tx) => supplementIn(tx, parts, { id, token, form, given, visitor }), {
    retry: ['deadlock'],
  });
  return reportStatus(parts, token);
}

async function supplementIn(
  tx: Db,
  parts: ReportParts,
  {
    id,
    token,
    form,
    given,
    visitor,
  }: Record<'id' | 'token', string> & { form: CaseKindForm; given: Filled; visitor: Visitor },
): Promise<void> {
  const field = form.parts.addresses;
  const addresses = field === null ? [] : addressesIn(String(given[field] ?? ''));
  if (addresses.length > 0) await lockMerges(tx);
  const caseRow = await requireCase(tx, id);
  requireOwn(parts, caseRow, token);
  await requireRoom(tx, caseRow);
  const now = parts.clock.now();
  const seal = await sealOf(tx, parts.keys, caseRow, now);
  if (field !== null && addresses.length > 0)
    await addTargets(tx, parts, { id, seal, field, addresses, hostname: visitor.hostname });
  const said = await everythingSaid(tx, id, seal);
  const kept = withoutChanges(form, given, said);
  await addPaper(tx, id, seal, { what: 'supplement', text: JSON.stringify(kept), by: null, at: now });
  const lacking = missingElements(form, { ...said, ...kept });
  // An administrator may ask for more than the law's elements; any answer counts.
  const asked = caseRow.asked.filter((name) => lacking.includes(name) && !isGiven(form, name, given));
  if (caseRow.state === 'incomplete' && asked.length === 0)
    await step(tx, caseRow, { event: 'supplement', now, by: null, isMailOff: !parts.config.smtp });
  else await updateCase(tx, id, { asked });
  if (addresses.length > 0)
    await hideNamed(tx, parts, { caseRow: await requireCase(tx, id), isNew: false, now });
  await answerCase(tx, parts, id);
  await voidWaiting(tx, caseRow, now);
}

async function requireRoom(tx: Db, caseRow: CaseRow): Promise<void> {
  if (!caseRow.is_open)
    throw new AppError('conflict', 'This notice has been decided: send a new one or reply to our email.');
  if ((await countSupplements(tx, caseRow.id)) < MOST_SUPPLEMENTS) return;
  const sentence = `A notice can have ${MOST_SUPPLEMENTS} additions: please send a new one for the rest.`;
  throw new AppError('conflict', sentence);
}

interface AddedAddresses {
  id: string;
  seal: CaseSeal;
  field: string;
  addresses: readonly string[];
  hostname: string;
}

async function addTargets(
  tx: Db,
  parts: ReportParts,
  { id, seal, field, addresses, hostname }: AddedAddresses,
): Promise<void> {
  const first = await countTargets(tx, id);
  if (first + addresses.length > MOST_TARGETS) {
    const sentence = `A notice can name ${MOST_TARGETS} addresses in all: please send a new one for the others.`;
    throw new AppError('bad_request', sentence, { [field]: sentence });
  }
  const named = await resolveAddresses({ ...parts, db: tx }, { addresses }, hostname);
  const targets = named.map(({ written, ...target }, n) => ({
    ...target,
    sealed: seal.seal(`address-${first + n}`, written),
  }));
  await insertTargets(tx, id, targets, first);
}

/** Others may know a notice's page: name and mailbox cannot be replaced. */
function withoutChanges({ parts }: CaseKindForm, given: Filled, said: Filled): Filled {
  const fixed = [parts.name, parts.email].filter((name) => name !== null && said[name] !== undefined);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !fixed.includes(name)));
}

/** All optional, and a note. */
function supplementForm({ fields }: CaseKindForm): Pick<CaseKindForm, 'fields'> {
  const optional = Object.entries(fields).map(([name, field]) => [name, { ...field, isOptional: true }]);
  const note = { label: 'Note', type: 'text', max: 10_000, isOptional: true } as const;
  return { fields: { ...Object.fromEntries(optional), note } };
}

function isGiven({ elements }: CaseKindForm, name: string, given: Filled): boolean {
  return elements[name]?.fields.every((field) => given[field] !== undefined) ?? false;
}
