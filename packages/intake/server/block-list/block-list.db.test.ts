import { createHash } from 'node:crypto';
import type { Client } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { deleteCases, makeNotice } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { tendBlockList } from './imports.ts';
import { blockAlso, insertBlocks, selectBlock, selectBlockedAddresses } from './queries.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const address = (name: string | number) => `https://charts.test/watch/${name}`;

const NOW = new Date('2026-11-23T12:00:00Z');
let site: TestSite;
let admin: Client;
let sourceId: string;

beforeAll(async () => {
  site = await startTestSite({}, { clock: { now: () => NOW } });
  admin = await site.admin();
});
beforeEach(async () => {
  const { db } = site.base;
  await deleteCases(db);
  for (const table of ['block_lists', 'addresses', 'videos', 'download_jobs', 'video_sources'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into video_sources (name, base_url, enabled) values ('Charts', 'https://charts.test/', false)
    returning id`.execute(db);
  sourceId = rows[0]?.id ?? '';
});
afterAll(() => site.close());

const tend = (at = NOW) =>
  tendBlockList({ db: site.base.db, clock: { now: () => at } }, new AbortController().signal);
const reasonOf = async (url: string) => (await admin.ledger.why({ url })).reason;
const listed = async (kind: 'address' | 'id' | 'content' = 'address') =>
  (await admin.blockList.list({ kind })).entries.map(({ what }) => what).toSorted();

async function importList(
  lines: readonly string[],
  { header = 'address', ...list }: { name?: string; version?: string; dated?: string; header?: string } = {},
) {
  const asked = { name: 'Shared list', version: '1', dated: '2026-11-01', ...list, header };
  const { id } = await admin.blockList.startImport(asked);
  if (lines.length > 0) await admin.blockList.importLines({ id, after: 0, lines: [...lines] });
  await admin.blockList.finishImport({ id });
  await tend();
  const lists = await admin.blockList.lists();
  return lists.find(({ name }) => name === asked.name)?.imports[0];
}

describe('an administrator’s entry', () => {
  test('blocks an address in any spelling, until it is removed', async () => {
    const { entry, video } = await admin.blockList.add({
      ...{ kind: 'address', value: 'charts.test:443/watch/one#top', reason: ' Not ours. ' },
    });
    expect(entry).toMatchObject({
      ...{ kind: 'address', what: address('one'), reason: 'Not ours.', origin: 'administrator' },
      ...{ caseId: null, list: null, until: null, by: expect.any(String) },
    });
    expect(video).toBeNull();
    expect(await admin.duplicates.check({ sourceUrl: address('one') })).toMatchObject({
      blocked: 'This video is on the block list and will not be imported.',
    });
    expect(await reasonOf(address('one'))).toContain('The address is blocked');
    await expect(admin.downloads.add({ sourceUrl: address('one') })).rejects.toMatchObject({
      status: 409,
      sentence: 'This video is on the block list and will not be imported.',
    });

    expect(await admin.blockList.remove({ id: entry.id })).toEqual({
      message: 'Removed from the block list.',
    });
    expect(await listed()).toEqual([]);
    expect(await reasonOf(address('one'))).not.toContain('blocked');
    await expect(admin.blockList.remove({ id: entry.id })).rejects.toMatchObject({ status: 404 });
  });

  test('blocks a source’s video and a file, and reports a public video that matches', async () => {
    const id = await makeVideo(site.base.db, {
      ...{ title: 'A pale ring', content_sha256: Buffer.from(sha256('film'), 'hex') },
    });
    expect(
      await admin.blockList.add({ kind: 'content', value: sha256('film').toUpperCase(), reason: 'No.' }),
    ).toMatchObject({ entry: { what: sha256('film') }, video: { id, title: 'A pale ring' } });
    expect(await admin.blockList.add({ kind: 'id', value: 'v1', sourceId, reason: 'No.' })).toMatchObject({
      entry: { what: 'v1', source: { id: sourceId, name: 'Charts' } },
      video: null,
    });
  });

  test('expires after its last day', async () => {
    await admin.blockList.add({
      ...{ kind: 'address', value: address('one'), reason: 'For a week.', until: '2026-11-30' },
    });
    await tend(new Date('2026-11-30T23:59:59Z'));
    expect(await listed()).toEqual([address('one')]);
    await tend(new Date('2026-12-01T00:00:00Z'));
    expect(await listed()).toEqual([]);
    expect(await reasonOf(address('one'))).not.toContain('blocked');
  });

  test.each([
    [{ kind: 'content', value: 'abc' }, 400, /not a SHA-256/],
    [{ kind: 'address', value: 'ftp://charts.test/' }, 400, /not an http or https|is not/],
    [{ kind: 'id', value: 'v1' }, 400, /choose the source/],
    [{ kind: 'id', value: 'v1', sourceId: 'nothing' }, 404, /does not exist/],
    [{ kind: 'address', value: address('one'), until: '2026-11-22' }, 400, /day is in the past/],
    [{ kind: 'address', value: address('one'), reason: ' ' }, 400, /reason is needed/],
  ] as const)('with invalid fields is rejected: %j', async (input, status, sentence) => {
    const given = { reason: 'No.', ...input };
    await expect(admin.blockList.add(given as never)).rejects.toMatchObject({
      status,
      sentence: expect.stringMatching(sentence),
    });
  });

  test('leaves its reason out of the permanent audit log', async () => {
    const value = address('named');
    const { entry } = await admin.blockList.add({ kind: 'address', value, reason: 'Vera Stone asked.' });
    await admin.blockList.remove({ id: entry.id });
    const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(log)).toContain(entry.id);
    expect(JSON.stringify(log)).not.toContain('Vera');
  });
});

test('an entry of a case leads to the case, and is removed only with it', async () => {
  const { db } = site.base;
  const caseId = await makeNotice(db, { status: 'approved' });
  const hash = Buffer.from(sha256(address('one')), 'hex');
  await sql`insert into blocked_addresses (hash, reason, case_id) values (${hash}, 'A notice.', ${caseId})`.execute(
    db,
  );
  await admin.blockList.add({ kind: 'address', value: address('one'), reason: 'Ours, too.' });
  const [entry] = (await admin.blockList.list({ search: caseId })).entries;
  expect(entry).toMatchObject({ origin: 'case', caseId, by: null });
  await expect(admin.blockList.remove({ id: entry?.id ?? '' })).rejects.toMatchObject({
    status: 409,
    sentence: `Case ${caseId} blocks it: undo the takedown of the case instead.`,
  });
  expect(await admin.duplicates.check({ sourceUrl: address('one') })).toMatchObject({
    blocked: 'A notice. It will not be imported again.',
  });
});

test('a search finds what an address, an id, a file or a list’s line has blocked', async () => {
  await admin.blockList.add({ kind: 'address', value: address('one'), reason: 'No.' });
  await admin.blockList.add({ kind: 'id', value: 'v1', sourceId, reason: 'No.' });
  await importList([`${sha256('film')}`], { header: 'sha256' });
  const found = async (search: string) =>
    (await admin.blockList.list({ search })).entries.map(({ kind, what }) => `${kind} ${what}`);
  expect(await found(address('one'))).toEqual([`address ${address('one')}`]);
  expect(await found('charts.test/watch/one')).toEqual([`address ${address('one')}`]);
  expect(await found(sha256(address('one')))).toEqual([`address ${address('one')}`]);
  expect(await found('v1')).toEqual(['id v1']);
  expect(await found(sha256('film'))).toEqual([`content ${sha256('film')}`]);
  expect(await found(address('two'))).toEqual([]);
});

test('the list is read page by page', async () => {
  for (let n = 1; n <= 5; n += 1)
    await admin.blockList.add({ kind: 'address', value: address(n), reason: 'No.' });
  const first = await admin.blockList.list({ limit: 3 });
  const second = await admin.blockList.list({ limit: 3, after: first.next ?? '' });
  expect([...first.entries, ...second.entries].map(({ what }) => what)).toEqual([5, 4, 3, 2, 1].map(address));
  expect(second.next).toBeNull();
  expect((await admin.blockList.list({ origin: 'list' })).entries).toEqual([]);
});

describe('an imported list', () => {
  test('blocks its entries, and says where they come from', async () => {
    const id = await makeVideo(site.base.db, { title: 'A pale ring', source_url: address('here') });
    const done = await importList(
      [
        `${address('one')},,"On film, they say"`,
        '',
        `${address('here')},${sha256('film')},`,
        'nothing,,',
        `,abc,`,
        ',,x',
        `"${address('two')},,`,
      ],
      { header: '\uFEFFAddress,SHA256,Reason' },
    );
    expect(done).toMatchObject({
      ...{ state: 'finished', lines: 7, added: 3, kept: 0, removed: 0, faulty: 4 },
      faults: [
        { line: 5, sentence: '"nothing" is not an http or https address.' },
        { line: 6, sentence: 'Its SHA-256 is not 64 hexadecimal digits.' },
        { line: 7, sentence: 'It has neither an address nor a SHA-256.' },
        { line: 8, sentence: 'Its quotation marks are not valid CSV (RFC 4180).' },
      ],
      videos: [{ id, title: 'A pale ring' }],
    });
    const { entries } = await admin.blockList.list({ origin: 'list' });
    expect(entries.map(({ what, reason }) => [what, reason]).toSorted()).toEqual([
      [address('here'), 'It is on the list "Shared list".'],
      [address('one'), 'On film, they say'],
    ]);
    expect(entries[0]).toMatchObject({
      ...{ list: { name: 'Shared list', version: '1', dated: '2026-11-01' } },
    });
    await expect(admin.blockList.remove({ id: entries[0]?.id ?? '' })).rejects.toMatchObject({ status: 409 });
  });

  test('a second time changes nothing; a newer version removes entries that it lacks', async () => {
    await importList([1, 2, 3].map(address));
    const before = await sql`select id, hash from blocked_addresses order by id`.execute(site.base.db);
    expect(await importList([1, 2, 3, 3].map(address))).toMatchObject({ added: 0, kept: 3, removed: 0 });
    const after = await sql`select id, hash from blocked_addresses order by id`.execute(site.base.db);
    expect(after.rows).toEqual(before.rows);

    const newer = { version: '2', dated: '2026-11-02' };
    expect(await importList([2, 3, 4].map(address), newer)).toMatchObject({ added: 1, kept: 2, removed: 1 });
    expect(await listed()).toEqual([2, 3, 4].map(address));
    await expect(importList([address(1)])).rejects.toMatchObject({
      status: 409,
      sentence: 'The newer version 2 of 2026-11-02 was already imported.',
    });
  });

  test('keeps the blocks of a person or another list', async () => {
    await admin.blockList.add({ kind: 'address', value: address(1), reason: 'Ours.' });
    await importList([1, 2].map(address));
    await importList([2, 3].map(address), { name: 'Another' });
    const [list] = await admin.blockList.lists();
    const shared = (await admin.blockList.lists()).find(({ name }) => name === 'Shared list');
    expect(list?.name).toBe('Another');
    await admin.blockList.removeList({ id: shared?.id ?? '' });
    await tend();
    expect(await listed()).toEqual([1, 2, 3].map(address));
    expect((await admin.blockList.lists()).map(({ name }) => name)).toEqual(['Another']);
    expect(await reasonOf(address(1))).toContain('The address is blocked');
  });

  test('resumes where it was interrupted, and lines sent twice are read once', async () => {
    const asked = { name: 'Shared list', version: '1', dated: '2026-11-01', header: 'address' };
    const { id } = await admin.blockList.startImport(asked);
    await admin.blockList.importLines({ id, after: 0, lines: [1, 2].map(address) });
    await expect(admin.blockList.importLines({ id, after: 5, lines: [address(9)] })).rejects.toMatchObject({
      status: 409,
    });
    await expect(admin.blockList.startImport({ ...asked, version: '2' })).rejects.toMatchObject({
      status: 409,
    });
    expect(await admin.blockList.startImport(asked)).toMatchObject({ id, lines: 2 });
    await admin.blockList.importLines({ id, after: 0, lines: [1, 2, 3].map(address) });
    expect(await admin.blockList.finishImport({ id })).toMatchObject({
      state: 'finishing',
      lines: 3,
      added: 3,
    });
    await expect(admin.blockList.importLines({ id, after: 3, lines: ['x'] })).rejects.toMatchObject({
      status: 409,
      sentence: 'This import has ended.',
    });
  });

  test('without a usable line is not finished: it would remove every entry', async () => {
    await importList([1, 2].map(address));
    await expect(importList(['one', 'two'], { version: '2' })).rejects.toMatchObject({
      ...{ status: 409, sentence: expect.stringMatching(/^No line could be used: /) },
    });
    await tend();
    expect(await listed()).toEqual([1, 2].map(address));
  });

  test.each(['reason', '', 'address,address', 'url'])('rejects the first line %j', async (header) => {
    await expect(
      admin.blockList.startImport({ name: 'A', version: '1', dated: '2026-11-01', header }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

test('a deletion blocks the file at every address if told', async () => {
  const bytes = (name: string) => Buffer.from(sha256(name), 'hex');
  const [kept, blocked] = await Promise.all(
    ['kept', 'blocked'].map((name) =>
      makeVideo(site.base.db, { source_url: address(name), content_sha256: bytes(name) }),
    ),
  );
  await admin.catalogue.delete({ id: kept ?? '' });
  await admin.catalogue.startBulkDeletion({ ids: [blocked ?? ''], blockFiles: true });
  expect(await listed()).toEqual(['blocked', 'kept'].map(address));
  expect(await listed('content')).toEqual([sha256('blocked')]);
  expect(await admin.duplicates.check({ sourceUrl: address('kept') })).toMatchObject({
    blocked: 'This video was deleted by an administrator and will not be imported again.',
  });
});

test('blocks of a case outlive the source, and are added to only while its takedown is in force', async () => {
  const { db } = site.base;
  const caseId = await makeNotice(db, { status: 'approved' });
  const blocking = { addressHashes: [], externalIds: [{ sourceId, externalId: 'x-1' }], contents: [] };
  await db.transaction().execute((tx) => insertBlocks(tx, blocking, { reason: 'Taken down.', caseId }));
  await sql`delete from video_sources where id = ${sourceId}`.execute(db);
  const wanted = { addressHashes: [], sourceId, externalId: 'x-1' };
  expect(await selectBlock(db, wanted)).toEqual({ reason: 'Taken down.', caseId });

  const denied = await makeNotice(db, { status: 'denied' });
  const pending = await makeNotice(db);
  const hash = (id: string) => createHash('sha256').update(id).digest();
  for (const id of [caseId, denied, pending])
    await blockAlso(db, hash(id), { reason: 'Same bytes.', caseId: id });
  const blocked = await selectBlockedAddresses(db, [caseId, denied, pending].map(hash));
  expect([...blocked.values()].map((block) => block.caseId)).toEqual([caseId]);
});
