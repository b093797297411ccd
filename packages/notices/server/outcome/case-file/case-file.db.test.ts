import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@vesper/contract';
import { execute } from '@vesper/core/db/run-sql.ts';
import { storedZip } from '@vesper/core/lib/files/stored-zip.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { signIn } from '../../../../test/everyone.ts';
import { makeSource, makeVideo } from '../../../../test/factories.ts';
import { fileNoticeAbout } from '../../../../test/notices.ts';
import { openedMails } from '../../../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';

let site: TestSite;
let admin: Client;
let folder: string;
let administratorId: string;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  const { id, cookie } = await signIn(site);
  headers = { cookie, origin: site.url };
  administratorId = id;
  folder = mkdtempSync(path.join(tmpdir(), 'vesper-case-file-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

// A mailbox gets five receipts a day.
beforeEach(() => site.base.db.deleteFrom('mail_outbox').execute());

async function settledCase(): Promise<string> {
  const id = await fileNoticeAbout(site, await makeVideo(site.base.db, {}));
  const [receipt] = (await openedMails(site.base, 'notice-receipt')).filter((mail) => mail.case_id === id);
  await site.client.reports.confirm({
    token: /\/report\/confirm\/(\S+)/.exec(receipt?.body ?? '')?.[1] ?? '',
  });
  await admin.casework.note({ id, note: 'Looks right.\nSecond line' });
  const other = await fileNoticeAbout(site, await makeVideo(site.base.db, {}));
  await admin.casework.decide({ id: other, status: 'denied', note: 'ANOTHER CASE' });
  await admin.casework.decide({ id, status: 'approved', note: 'Approved by hand' });
  await admin.casework.restore({ id, reason: 'It was wrong' });
  return id;
}

async function ask(id: string): Promise<Response> {
  return fetch(`${site.url}/api/cases/${id}/file`, { method: 'POST', headers });
}

async function archiveOf(id: string): Promise<Buffer> {
  await sql`update admin_sessions set confirmed_at = now() where administrator_id = ${administratorId}`.execute(
    site.base.db,
  );
  const answer = await ask(id);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="case-${id.slice(0, 8)}.zip"`);
  return Buffer.from(await answer.arrayBuffer());
}

async function unpacked(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(zip, { lazyEntries: true, autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
}

const CHECKER = path.join(import.meta.dirname, 'check.mjs');

/** Only the first line if valid. */
function check(place: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECKER, place], { encoding: 'utf8' });
  expect(status).toBe(stderr ? 1 : 0);
  return stderr.trim() || stdout;
}

function checkZip(zip: Buffer): string {
  const file = path.join(folder, 'case.zip');
  writeFileSync(file, zip);
  return check(file);
}

function checkFolder(files: ReadonlyMap<string, Buffer>): string {
  const place = path.join(folder, 'unpacked');
  rmSync(place, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), bytes);
  }
  return check(place);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
  return changed;
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** A forgery with a matching manifest. */
function forged(files: ReadonlyMap<string, Buffer>, name: string, change: (text: string) => string) {
  const text = String(files.get(name));
  expect(change(text)).not.toBe(text);
  const all = new Map(files).set(name, Buffer.from(change(text)));
  const { files: hashes } = JSON.parse(String(files.get('manifest.json')));
  const manifest = JSON.stringify({ files: { ...hashes, [name]: sha256(change(text)) } });
  return all
    .set('manifest.json', Buffer.from(manifest))
    .set('manifest.sha256', Buffer.from(`${sha256(manifest)}\n`));
}

const entriesOf = (id: string, action: string) =>
  execute(site.base.db)<{ after: Record<string, unknown> }>`
    select after from audit_log where subject = ${id} and action = ${action} and after is not null order by seq`;

test('it asks for the password', async () => {
  const id = await settledCase();
  const answer = await ask(id);
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'password_required' }]);
  expect((await ask('nothing')).status).toBe(403);
});

test('it contains everything about a case and nothing about another, and the checker accepts it', async () => {
  const id = await settledCase();
  const zip = await archiveOf(id);
  const files = await unpacked(zip);
  expect([...files.keys()]).toEqual([
    ...['README.txt', 'case.txt', 'case.json'],
    ...['submission', 'mail', 'mail', 'note', 'note', 'mail', 'reason'].flatMap((what, index) => [
      `papers/0000${index + 1}-${what}.json`,
      `papers/0000${index + 1}-${what}.txt`,
    ]),
    ...['chain/proof.json', 'chain/rows-000001.txt', 'chain/entries-000001.json'],
    ...['check.mjs', 'manifest.json', 'manifest.sha256'],
  ]);
  expect(String(files.get('papers/00001-submission.txt'))).toContain('Ann Lee');
  expect(String(files.get('papers/00004-note.txt'))).toContain('Looks right.\nSecond line');
  const everything = [...files.values()].join('\n');
  for (const part of ['Your DMCA takedown request', 'Approved by hand', 'It was wrong', '17 U.S.C. 512'])
    expect(everything).toContain(part);
  expect(everything).not.toMatch(/ANOTHER CASE|\/report\/(status|confirm)\/[\w-]/);

  const said = checkZip(zip);
  expect(said).toMatch(
    /^Nothing was changed: 23 files, 7 papers\.\n\d+ log entries lead through \d+ rows to/,
  );
  expect(checkFolder(files)).toBe(said);
  const manifest = sha256(files.get('manifest.json') ?? '');
  expect(said).toContain(manifest);
  expect(await entriesOf(id, 'cases.file')).toEqual([{ after: { by: expect.any(String), manifest } }]);
});

test('it reveals nothing about other cases with the same film, mailbox or source', async () => {
  const videoId = await makeVideo(site.base.db, {
    source_id: await makeSource(site.base.db, { name: 'Charts' }),
  });
  const [id, other] = [await fileNoticeAbout(site, videoId), await fileNoticeAbout(site, videoId)];
  const { others, sender, sources } = await admin.casework.get({ id });
  expect([others.map((one) => one.id), sender?.undecided, sources.length]).toEqual([
    [other],
    expect.any(Number),
    1,
  ]);
  const files = await unpacked(await archiveOf(id));
  expect([...files.values()].join('\n')).not.toContain(other);
  expect(Object.keys(JSON.parse(String(files.get('case.json'))))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(others|sender|sources|acts|notErasable)$/)]),
  );
  expect(JSON.parse(String(files.get('case.json')))).toMatchObject({ id, aboutCaseId: null });
});

test('one changed byte is found, wherever it is', async () => {
  const zip = await archiveOf(await settledCase());
  const files = await unpacked(zip);
  for (const [name, bytes] of files) {
    const said = checkFolder(new Map(files).set(name, flipped(bytes, Math.floor(bytes.length / 2))));
    expect(said, name).toMatch(/^Not valid: .* (was changed|is missing)\.$/);
    if (!name.startsWith('manifest')) expect(said).toContain(name);
  }
  // Also between files: names, sizes, dates.
  for (let at = 0; at < zip.length; at += Math.ceil(zip.length / 10) + 1)
    expect(checkZip(flipped(zip, at)), `at ${at}`).toMatch(/^Not valid: /);
  expect(checkZip(zip.subarray(0, -1))).toMatch(/^Not valid: /);
  expect(checkFolder(new Map(files).set('papers/00009-note.json', Buffer.from('{}')))).toBe(
    'Not valid: papers/00009-note.json was added.',
  );
  files.delete('papers/00004-note.txt');
  expect(checkFolder(files)).toBe('Not valid: papers/00004-note.txt is missing.');
}, 120_000);

test('changes with a matching manifest are found by the log', async () => {
  const files = await unpacked(await archiveOf(await settledCase()));
  const paper = 'papers/00004-note.json';
  expect(checkFolder(forged(files, paper, (text) => text.replace('Looks right', 'Looks wrong')))).toBe(
    'Not valid: Paper 4 was changed.',
  );
  expect(checkFolder(forged(files, paper, (text) => text.replace(/[0-9a-f]{64}/, sha256('x'))))).toBe(
    'Not valid: Paper 4 is not recorded in the log.',
  );
  const [entries, rows, proof] = ['entries-000001.json', 'rows-000001.txt', 'proof.json'].map(
    (name) => `chain/${name}`,
  ) as [string, string, string];
  const changes: [string, (text: string) => string][] = [
    [entries, (text) => text.replace('cases.approve', 'cases.deny')],
    [rows, (text) => text.slice(65)],
    [rows, (text) => text.replace(/^[0-9a-f]{64}/, sha256('x'))],
    [proof, (text) => text.replace(/[0-9a-f]{64}/, sha256('x'))],
  ];
  for (const [name, change] of changes)
    expect(checkFolder(forged(files, name, change)), name).toMatch(/^Not valid: .*(log|Log)/);
});

test('forged texts and logs are refused even with a matching manifest', async () => {
  const id = await settledCase();
  const zip = await archiveOf(id);
  const files = await unpacked(zip);
  const paper = 'papers/00004-note.json';
  const intoSalt = forged(files, paper, (text) => {
    const { salt, text: words, ...rest } = JSON.parse(text);
    return JSON.stringify({
      ...rest,
      salt: salt + Buffer.from(words.slice(0, 5)).toString('hex'),
      text: words.slice(5),
    });
  });
  expect(checkFolder(intoSalt)).toBe('Not valid: The salt of paper 4 was changed.');

  const entriesFile = 'chain/entries-000001.json';
  const typed = sha256(Buffer.concat([Buffer.alloc(16), Buffer.from('Forged')]));
  const withEntry = (change: (entries: Record<string, unknown>[]) => unknown[]) =>
    forged(files, entriesFile, (text) => JSON.stringify(change(JSON.parse(text))));
  expect(checkFolder(withEntry((all) => [{ ...all[0], after: { papers: [typed] } }, ...all]))).toBe(
    'Not valid: A log entry is there twice.',
  );
  const { seq } = JSON.parse(String(files.get('chain/proof.json'))).start;
  expect(
    checkFolder(withEntry((all) => all.map((one) => (one.seq === seq + 1 ? { ...one, hash: '' } : one)))),
  ).toMatch(/^Not valid: Entry \d+ of the log is in the wrong place\.$/);
  expect(checkFolder(forged(files, 'chain/proof.json', () => 'null'))).toBe(
    'Not valid: The proof is missing.',
  );
  expect(checkFolder(forged(files, 'case.json', (text) => text.replaceAll(id, 'another')))).toBe(
    'Not valid: A log entry belongs to another case.',
  );

  // The same name twice: a note and its forgery.
  async function* twice() {
    for (const [name, bytes] of files) yield { name, bytes };
    yield { name: paper, bytes: files.get(paper) ?? Buffer.alloc(0) };
  }
  const pieces: Buffer[] = [];
  for await (const piece of storedZip(twice())) pieces.push(piece);
  expect(checkZip(Buffer.concat(pieces))).toBe('Not valid: A file is there twice.');
});

test('the file of an erased case says so, and holds no text', async () => {
  const id = await settledCase();
  await admin.casework.erase({ id });
  const files = await unpacked(await archiveOf(id));
  expect(String(files.get('README.txt'))).toContain('The texts of this case were erased on');
  expect(String(files.get('papers/00001-submission.txt'))).toContain('(erased)');
  expect([...files.values()].join('\n')).not.toMatch(/Ann Lee|films\.example|Looks right/);
  expect(checkFolder(files)).toMatch(/^Nothing was changed: 23 files, 7 papers, 7 of them erased\./);
});
