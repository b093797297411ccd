import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AuditSettings, type Proof, proofAbout, recordSystemEvent } from '@vesper/access/audit';
import type { CaseDetails } from '@vesper/contract';
import { KeysMissing } from '@vesper/core/db/sealed/row-keys.ts';
import { openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { storedZip, type ZipFile } from '@vesper/core/lib/files/stored-zip.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import {
  type CaseParts,
  type CaseSeal,
  findCase,
  formOf,
  openPaper,
  requireCase,
  selectPapersAfter,
  tellPapers,
} from '../../cases/index.ts';
import { getCase } from '../desk/case-list.ts';
import { addressOf, type LabelledText, textsIn } from '../desk/open-texts.ts';
import { selectTargetsOf } from '../desk/queries.ts';
import { toTarget } from '../desk/view.ts';
import { readmeOf } from './readme.ts';

export type CaseFileParts = Pick<CaseParts, 'db' | 'clock' | 'keys'> & { audit: AuditSettings };

const PAPERS_AT_ONCE = 50;
/** More than a notice can name. */
const MOST_TARGETS = 10_000;
const CHECKER = path.join(import.meta.dirname, 'check.mjs');

/**
 * A case as a zip archive, checked offline by its `check.mjs` against the audit log. Streamed: nothing is stored, one
 * page is held at a time. Throws not_found, and unavailable without the case's key.
 */
export async function caseFile(
  parts: CaseFileParts,
  { id, by }: { id: string; by: string },
): Promise<{ name: string; pieces: AsyncGenerator<Buffer> }> {
  const { db, keys, clock } = parts;
  const caseRow = await findCase(db, id);
  const seal = openSeal(keys, caseRow);
  if (!(seal || caseRow.erased_at)) throw new KeysMissing(keys);
  await tellOfAll(parts, id, by);
  const files = filesOf(parts, { caseRow: await getCase(db, id), seal, by, madeAt: clock.now() });
  return { name: `case-${id.slice(0, 8)}.zip`, pieces: storedZip(withManifest(parts, { id, by }, files)) };
}

/** First logs every paper's digest. */
async function tellOfAll({ db, clock }: CaseFileParts, id: string, by: string): Promise<void> {
  for (let isAll = false; !isAll; )
    isAll = await db.transaction().execute(async (tx) => {
      await requireCase(tx, id);
      const papers = await tellPapers(tx, id);
      if (papers.length > 0)
        await recordSystemEvent(tx, clock, { action: 'cases.papers', subject: id, after: { by, papers } });
      return papers.length === 0;
    });
}

interface Made {
  caseRow: CaseDetails;
  seal: CaseSeal | undefined;
  by: string;
  madeAt: Date;
}

async function* filesOf(parts: CaseFileParts, { caseRow, seal, by, madeAt }: Made): AsyncGenerator<ZipFile> {
  const targets = await namedTargets(parts, caseRow.id, seal);
  const ground = caseRow.grounds.find(({ name }) => name === caseRow.ground) ?? caseRow.ground;
  yield file('README.txt', readmeOf({ ...caseRow, madeAt, by }));
  yield file('case.txt', caseInWords(caseRow, targets));
  yield file('case.json', json({ ...factsOf(caseRow), ground, targets, madeAt, madeBy: by }));
  yield* paperFiles(parts, caseRow, seal);
  yield* chainFiles(await proofAbout(parts.audit, caseRow.id));
  yield { name: 'check.mjs', bytes: await readFile(CHECKER) };
}

/** Without its sender's and sources' other cases. */
function factsOf(caseRow: CaseDetails): Partial<CaseDetails> {
  const { papers: _p, grounds: _g, targets: _t, acts: _a, notErasable: _n, ...rest } = caseRow;
  const { others: _o, sender: _s, sources: _f, ...facts } = rest;
  return facts;
}

async function* paperFiles(
  { db }: CaseFileParts,
  { id, kind }: CaseDetails,
  seal: CaseSeal | undefined,
): AsyncGenerator<ZipFile> {
  let afterId = 0;
  for (let number = 1; ; ) {
    const papers = await selectPapersAfter(db, id, { afterId, limit: PAPERS_AT_ONCE });
    const last = papers.at(-1);
    if (!last) return;
    afterId = last.id;
    for (const paper of papers) {
      const opened = openPaper(seal, paper);
      const facts = { number, what: paper.what, at: paper.at.toISOString(), by: paper.by };
      const name = `papers/${String(number).padStart(5, '0')}-${paper.what}`;
      const original = { salt: opened?.salt ?? null, sha256: hex(paper.digest), text: opened?.text ?? null };
      yield file(`${name}.json`, json({ ...facts, ...original }));
      const texts = opened ? textsIn(formOf(kind), paper.what, opened.text) : null;
      yield file(`${name}.txt`, paperInWords(facts, texts));
      number += 1;
    }
  }
}

async function* chainFiles(proof: Proof | undefined): AsyncGenerator<ZipFile> {
  const place = ({ seq, hash }: { seq: number; hash: Buffer }) => ({ seq, hash: hex(hash) });
  const ends = proof && {
    ...{ start: place(proof.start), end: { ...place(proof.head), at: proof.head.at } },
    anchor: proof.anchor ? place(proof.anchor) : null,
  };
  yield file('chain/proof.json', json(ends ?? null));
  let page = 1;
  for await (const links of proof?.links() ?? []) {
    const number = String(page).padStart(6, '0');
    yield file(`chain/rows-${number}.txt`, `${links.map(({ digest }) => hex(digest)).join('\n')}\n`);
    const entries = links.flatMap(({ entry }) => entry ?? []);
    if (entries.length > 0)
      yield file(
        `chain/entries-${number}.json`,
        json(entries.map((entry) => ({ ...entry, prev_hash: hex(entry.prev_hash), hash: hex(entry.hash) }))),
      );
    page += 1;
  }
}

/** Hashes of all files, logged first, so that the archive can be verified. */
async function* withManifest(
  { db, clock }: CaseFileParts,
  { id, by }: { id: string; by: string },
  files: AsyncIterable<ZipFile>,
): AsyncGenerator<ZipFile> {
  const hashes: Record<string, string> = {};
  for await (const one of files) {
    hashes[one.name] = sha256(one.bytes);
    yield one;
  }
  const manifest = file('manifest.json', json({ files: hashes }));
  const hash = sha256(manifest.bytes);
  await db
    .transaction()
    .execute((tx) =>
      recordSystemEvent(tx, clock, { action: 'cases.file', subject: id, after: { by, manifest: hash } }),
    );
  yield manifest;
  yield file('manifest.sha256', `${hash}\n`);
}

async function namedTargets(
  { db }: CaseFileParts,
  id: string,
  seal: CaseSeal | undefined,
): Promise<NamedTarget[]> {
  const rows = await selectTargetsOf(db, id, MOST_TARGETS);
  return rows.map((row) => ({
    ...toTarget(row),
    address: seal ? addressOf(seal, row.position, row.sealed) : '',
  }));
}

function file(name: string, text: string): ZipFile {
  return { name, bytes: Buffer.from(text) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}

/** `address`: as written, empty once erased. */
type NamedTarget = CaseDetails['targets'][number] & { address: string };

const OUTCOMES: Record<NonNullable<CaseDetails['outcome']>, string> = {
  taken_off: 'its videos were taken down',
  was_off: 'its videos were already down',
  no_video: 'it names no video on the site',
};

function caseInWords(caseRow: CaseDetails, targets: readonly NamedTarget[]): string {
  const ground = caseRow.grounds.find(({ name }) => name === caseRow.ground);
  const facts: [string, string | null | undefined | false][] = [
    ['Number', caseRow.id],
    ['Kind', formOf(caseRow.kind).label],
    ['State', caseRow.state.replaceAll('_', ' ')],
    ['Sent to', caseRow.domain],
    ['Sender', caseRow.initials],
    ['Received', moment(caseRow.receivedAt)],
    ['Email confirmed', moment(caseRow.confirmedAt)],
    ['Answers the case', caseRow.aboutCaseId],
    ['Hidden on', moment(caseRow.hiddenAt)],
    [
      'Decided',
      caseRow.decidedAt && `${moment(caseRow.decidedAt)} by ${caseRow.decidedBy ?? 'an administrator'}`,
    ],
    ['Outcome', caseRow.outcome && OUTCOMES[caseRow.outcome]],
    ['Ground', ground && [ground.words, ground.law].filter(Boolean).join(', ')],
    [
      'Restored',
      caseRow.restoredAt && `${moment(caseRow.restoredAt)} by ${caseRow.restoredBy ?? 'the site'}`,
    ],
    ['Closed', moment(caseRow.closedAt)],
    ['On legal hold since', moment(caseRow.heldAt)],
    ['Erased', moment(caseRow.erasedAt)],
  ];
  return [
    ...facts.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(21)}${value}`),
    ...section('Reported content', targets.map(targetInWords)),
    ...section('Clocks', caseRow.clocks.map(clockInWords)),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
}

function targetInWords({ address, video, shape }: NamedTarget): string {
  const what = video ? `video ${video.id}, "${video.title}", now ${video.status}` : 'no video on the site';
  return `${address || '(erased)'} (${shape}: ${what})`;
}

function clockInWords({ name, startedAt, dueAt, endedAt, ending }: CaseDetails['clocks'][number]): string {
  const end = endedAt ? `, ${ending === 'fired' ? 'ran out' : 'stopped'} ${moment(endedAt)}` : '';
  return `${name.replaceAll('_', ' ')}: from ${moment(startedAt)} to ${moment(dueAt)}${end}`;
}

function paperInWords(
  { number, what, at, by }: { number: number; what: string; at: string; by: string | null },
  texts: readonly LabelledText[] | null,
): string {
  const head = [`Paper ${number}: ${what}`, `Written: ${formatMoment(at)}`, ...(by ? [`By: ${by}`] : []), ''];
  const body = texts?.flatMap(({ label, text }) => (label ? [`${label}:`, text, ''] : [text, '']));
  return [...head, ...(body ?? ['(erased)', ''])].join('\n');
}

function moment(at: string | null): string | null {
  return at && formatMoment(at);
}
