import type { Client } from '@vesper/contract';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { mergeVideos } from '../../../catalogue/server/duplicates/merge.ts';
import { settleFiles } from '../../../library/server/media/files/quarantine.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { fileNotice, fileNoticeAbout } from '../../../test/notices.ts';
import { openedMails } from '../../../test/opened-cases.ts';
import { startTestSite, TEST_CASE_LINKS, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import type { CaseParts } from '../cases/cases.ts';
import { openCase } from '../cases/open.ts';
import { decideCase } from './decide.ts';
import { releaseCopies, takeOffCopies } from './restoring/copies.ts';
import { restoreAny, restoreCase } from './restoring/restore.ts';
import { hideTargets, planHiding } from './taking-off/hide.ts';

let site: TestSite;
let admin: Client;
let takedowns: CaseParts;
let closeQueue: () => Promise<void>;
let sourceId: string;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  sourceId = await makeSource(site.base.db, { name: 'Charts', url: 'https://charts.test/' });
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  closeQueue = () => boss.stop({ graceful: false });
  const domain = await site.client.domains.config();
  takedowns = { ...site.base, queue, caseLinks: TEST_CASE_LINKS, configFor: async () => domain };
});
afterAll(async () => {
  await closeQueue();
  await site.close();
});

const restore = (id: string) => restoreAny(takedowns, { id, reason: 'It was ours', by: 'anna' });
const videoOf = (id: string) =>
  site.base.db
    .selectFrom('videos')
    .select(['status', 'hidden_reason'])
    .where('id', '=', id)
    .executeTakeFirst();
const isPublic = (id: string) =>
  site.client.videos.get({ id }).then(
    () => true,
    () => false,
  );

async function approved(videoId: string): Promise<string> {
  const id = await fileNoticeAbout(site, videoId);
  await admin.takedowns.decide({ id, status: 'approved' });
  return id;
}

let made = 0;
function makeHosted(fields: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const address = { source_url: `https://charts.test/watch/${made}`, source_id: sourceId };
  return makeStoredVideo(site.base.db, { storage: site.storage, fields: { ...address, ...fields } });
}

async function settle(id: string): Promise<void> {
  await settleFiles(site.base, id, new AbortController().signal);
}

async function blocks(id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from blocked_addresses where case_id = ${id})::int
         + (select count(*) from blocked_contents where case_id = ${id})::int
         + (select count(*) from blocked_external_ids where case_id = ${id})::int as n`.execute(site.base.db);
  return rows[0]?.n ?? 0;
}

describe('undoing a takedown', () => {
  test('shows the video again with its files, unblocks it, and voids the strike', async () => {
    const videoId = await makeHosted({ content_sha256: Buffer.alloc(32, 1), external_id: 'x-1' });
    const address = site.url + (await site.client.media.signVideo({ id: videoId })).signedUrl;
    const id = await approved(videoId);
    expect(await blocks(id)).toBe(3);
    await settle(videoId);
    expect((await fetch(address)).status).toBe(404);
    expect(await restore(id)).toBe('The takedown was undone. One video is shown again.');
    await settle(videoId);
    expect(await isPublic(videoId)).toBe(true);
    expect((await fetch(address)).status).toBe(200);
    expect(await blocks(id)).toBe(0);
    expect((await admin.takedowns.strikes({ id: sourceId })).active).toBe(0);
    expect(await admin.takedowns.get({ id })).toMatchObject({
      ...{ status: 'approved', adminNotes: 'Content removed per valid DMCA notice', effect: 'taken_off' },
      restored: { by: 'anna', reason: 'It was ours', at: expect.any(String) },
    });
    await expect(restore(id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The videos of this case have been restored. There is nothing to restore.',
    });
  });

  test('downloads the video again if its files are gone', async () => {
    const videoId = await makeHosted();
    const id = await approved(videoId);
    await settle(videoId);
    await sql`delete from stored_files where video_id = ${videoId}`.execute(site.base.db);
    expect(await restore(id)).toBe(
      'The takedown was undone. One video is downloaded again, because the files are gone.',
    );
    expect(await videoOf(videoId)).toMatchObject({ status: 'processing' });
    const [job] = await admin.downloads.list();
    expect(job).toMatchObject({ status: 'pending', sourceUrl: `https://charts.test/watch/${made}` });
  });

  test('does not restore videos removed for good or deleted', async () => {
    const removed = await makeHosted();
    const deleted = await makeHosted();
    const [one, two] = [await approved(removed), await approved(deleted)];
    await removeVideo(site.base.db, removed);
    await sql`delete from videos where id = ${deleted}`.execute(site.base.db);
    for (const id of [one, two])
      expect(await restore(id)).toBe('The takedown was undone. None of its videos exist any more.');
    expect(await videoOf(removed)).toMatchObject({ status: 'removed' });
    expect(await blocks(one)).toBe(0);
  });

  test('leaves the video down while another approved request names it, which then holds everything', async () => {
    const videoId = await makeHosted({ content_sha256: Buffer.alloc(32, 2) });
    const first = await approved(videoId);
    const second = await approved(videoId);
    const before = (await admin.takedowns.strikes({ id: sourceId })).active;
    expect(await restore(first)).toBe(
      `The case is marked as wrongly approved. One video stays down: the case ${second} names it, too.`,
    );
    expect(await isPublic(videoId)).toBe(false);
    expect([await blocks(first), await blocks(second)]).toEqual([0, 2]);
    expect((await admin.takedowns.strikes({ id: sourceId })).active).toBe(before);
    expect(await restore(second)).toBe('The takedown was undone. One video is shown again.');
    expect(await isPublic(videoId)).toBe(true);
    expect(await blocks(second)).toBe(0);
    expect((await admin.takedowns.strikes({ id: sourceId })).active).toBe(before - 1);
  });

  test('restores all but the one video that another case names, with its blocks and its strike', async () => {
    const [held, free] = [await makeHosted(), await makeHosted()];
    const both = await fileNoticeAbout(site, held);
    await sql`insert into case_targets (case_id, position, video_id, shape)
      values (${both}, 1, ${free}, 'page')`.execute(site.base.db);
    await admin.takedowns.decide({ id: both, status: 'approved' });
    const other = await approved(held);
    expect(await restore(both)).toBe(
      `The takedown was undone. One video is shown again. One video stays down: the case ${other} names it, too.`,
    );
    expect([await isPublic(held), await isPublic(free)]).toEqual([false, true]);
    expect([await blocks(both), await blocks(other)]).toEqual([0, 1]);
    expect(await restore(other)).toBe('The takedown was undone. One video is shown again.');
    expect(await isPublic(held)).toBe(true);
  });

  test('handles copies beyond the first thousand in a job, and restores those that stayed down', async () => {
    const { db } = site.base;
    const { signal } = new AbortController();
    const film = { kind: 'remote', video_url: 'https://charts.test/more.mp4' } as const;
    const content = Buffer.alloc(32, 42);
    const one = await makeVideo(db, { ...film, content_sha256: content, source_id: sourceId });
    await sql`insert into videos (id, status, published_at, kind, video_url, title, slug, category, content_sha256,
        source_url, source_url_hash)
      select 'more-' || n, status, published_at, kind, video_url, title, slug, category, content_sha256,
        'https://more.test/' || n, sha256(('more' || n)::bytea)
      from videos, generate_series(1, 1600) as n where id = ${one}`.execute(db);
    const shown = async () => {
      const query = sql<{ n: number }>`select count(*)::int as n from videos
        where content_sha256 = ${Buffer.alloc(32, 42)} and status = 'published'`;
      return (await query.execute(db)).rows[0]?.n;
    };
    const copiesOf = async (id: string) => (await admin.casework.get({ id })).copies;

    const urgent = await db.transaction().execute(async (tx) => {
      const target = { videoId: one, shape: 'page', address: 'https://site.example/' } as const;
      const { caseRow } = await openCase(tx, site.base.keys, {
        ...{ kind: 'minor', domain: 'localhost', receivedAt: new Date(), submission: {} },
        ...{ sender: { name: null, email: null }, targets: [target] },
      });
      const plan = await planHiding(tx, caseRow, new Date());
      // It would keep them down.
      await sql`update cases set state = 'denied' where id = ${caseRow.id}`.execute(tx);
      return plan;
    });
    expect(urgent).toEqual({ videoIds: [one], left: 601, denied: 0 });

    const first = await approved(one);
    expect([await shown(), await copiesOf(first)]).toEqual([601, { act: 'take_off', videos: 601 }]);
    const jobs = await sql`select data from jobs.job where name = 'case-copies'`.execute(db);
    const data = expect.objectContaining({ caseId: first, act: 'take_off', by: null });
    expect(jobs.rows).toContainEqual({ data });
    await takeOffCopies(takedowns, { caseId: first, by: null, signal });
    expect([await shown(), await copiesOf(first)]).toEqual([0, null]);
    await takeOffCopies(takedowns, { caseId: first, by: null, signal });
    await expect(admin.casework.copies({ id: first, act: 'take_off' })).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining("No copy of this case's videos") },
    });

    expect(await restore(first)).toContain('too many copies to check');
    expect([await shown(), await copiesOf(first)]).toEqual([0, { act: 'release', videos: 1000 }]);
    const second = await approved('more-1600');
    await admin.casework.copies({ id: first, act: 'release' });
    await releaseCopies(takedowns, { caseId: first, by: 'anna', signal });
    // All are copies of the second one's.
    expect([await shown(), await copiesOf(first), await blocks(first)]).toEqual([0, null, 0]);
    expect(await blocks(second)).toBeGreaterThan(1600);

    await restore(second);
    const interrupted = AbortSignal.abort();
    await releaseCopies(takedowns, { caseId: second, by: 'anna', signal: interrupted });
    expect(await shown()).toBe(0);
    await releaseCopies(takedowns, { caseId: second, by: 'anna', signal });
    expect([await shown(), await copiesOf(second), await blocks(second)]).toEqual([1601, null, 0]);
  }, 120_000);

  test('is not stopped by an open case that hid nothing, and passes to one that would hide', async () => {
    const { db, keys } = site.base;
    const about = (kind: string, videoId: string) =>
      db.transaction().execute(async (tx) => {
        const { caseRow } = await openCase(tx, keys, {
          ...{ kind, domain: 'localhost', receivedAt: new Date(), submission: {} },
          sender: { name: null, email: null },
          targets: [{ videoId, shape: 'page', address: 'https://site.example/' }],
        });
        const now = new Date();
        const hidden = await hideTargets(tx, caseRow, await planHiding(tx, caseRow, now), now);
        return hidden.hidden_at ? `${caseRow.id} hidden` : caseRow.id;
      });
    const [one, two] = [await makeHosted(), await makeHosted()];
    const [first, second] = [await approved(one), await approved(two)];
    const idle = await about('privacy', one);
    expect(await blocks(idle)).toBe(0);
    expect(await restore(first)).toBe('The takedown was undone. One video is shown again.');
    const keen = await about('minor', two);
    expect(await restore(second)).toContain(`the case ${keen} names it`);
    expect([await isPublic(one), await isPublic(two)]).toEqual([true, false]);
    expect(await decideCase(takedowns, { id: keen, status: 'denied', by: 'anna' })).toContain(
      'One video is shown again.',
    );
    expect(await isPublic(two)).toBe(true);
  });

  test('is for approved requests only, and asks for the password', async () => {
    const id = await fileNotice(site);
    await expect(restore(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('There is nothing to restore.'),
    });
    await expect(restore('none')).rejects.toMatchObject({ code: 'not_found' });
    const { takedowns: asked } = await site.admin({ isConfirmed: false });
    await expect(asked.restore({ id, reason: 'x' })).rejects.toMatchObject({
      ...{ status: 403, code: 'password_required' },
    });
  });
});

describe('an interrupted approval', () => {
  test('leaves nothing behind, whichever step failed, and can be repeated', async () => {
    const videoId = await makeHosted();
    const id = await fileNotice(site);
    const naming = { video: videoId, hostname: 'localhost' };
    const broken: Queue = {
      ...takedowns.queue,
      send: async () => {
        throw new Error('The connection broke.');
      },
    };
    const decide = (queue: Queue) =>
      decideCase({ ...takedowns, queue }, { id, status: 'approved', by: 'anna', naming });
    await expect(decide(broken)).rejects.toThrow('The connection broke.');
    expect(await isPublic(videoId)).toBe(true);
    expect(await blocks(id)).toBe(0);
    expect(await admin.takedowns.get({ id })).toMatchObject({
      ...{ status: 'pending', respondedAt: null, videoId: null },
    });
    expect(await decide(takedowns.queue)).toContain('its videos were taken down');
    expect(await isPublic(videoId)).toBe(false);
  });
});

describe('an approval beside a merge', () => {
  test('ends with both down or with the merge refused, never with one of them shown', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [from, to] = [await makeHosted(), await makeHosted()];
      const id = await fileNoticeAbout(site, n % 2 === 0 ? from : to);
      const merging = { db: site.base.db, queue: takedowns.queue, clock: site.base.clock };
      const [approval, merge] = await Promise.allSettled([
        decideCase(takedowns, { id, status: 'approved', by: 'anna' }),
        mergeVideos(merging, { fromId: from, toId: to, by: 'anna' }),
      ]);
      expect(approval.status).toBe('fulfilled');
      const named = n % 2 === 0 ? from : to;
      expect(await isPublic(named)).toBe(false);
      // Once merged, the two are one.
      if (merge.status === 'fulfilled') expect(await isPublic(to)).toBe(false);
      else expect(merge.reason).toMatchObject({ code: 'conflict' });
    }
  });
});

const SECRETS = /Ann Lee|ann@films|SECRET/;

async function sourceWith(contact: string | null): Promise<string> {
  made += 1;
  const id = await makeSource(site.base.db, { name: `Source ${made}`, url: `https://s${made}.test/` });
  await site.base.db
    .updateTable('video_sources')
    .set({ contact_email: contact })
    .where('id', '=', id)
    .execute();
  return id;
}

function filmOf(sourceId: string, fields: object = {}): Promise<string> {
  made += 1;
  return makeVideo(site.base.db, {
    ...{ source_id: sourceId, title: `Film ${made}`, source_url: `https://s.test/${made}` },
    ...{ kind: 'remote', video_url: `https://s.test/${made}.mp4`, published_at: new Date(), ...fields },
  });
}

async function openOne(videoIds: readonly string[], kind = 'copyright'): Promise<string> {
  made += 1;
  const { caseRow } = await site.base.db.transaction().execute((tx) =>
    openCase(tx, site.base.keys, {
      ...{ kind, domain: 'localhost', receivedAt: new Date(), submission: { work: `SECRET ${made}` } },
      sender: { name: 'Ann Lee', email: 'ann@films.example' },
      targets: videoIds.map((videoId) => ({ videoId, shape: 'page', address: `https://x.test/${videoId}` })),
    }),
  );
  return caseRow.id;
}

const approve = (id: string) => decideCase(takedowns, { id, status: 'approved', by: 'one' });

const mailsOf = async (id: string) =>
  (await openedMails(site.base)).filter((mail) => mail.case_id === id && mail.kind.startsWith('source-'));

test('each source of a case is told once of a takedown and once of a restoration, only about its own videos', async () => {
  const [first, second, silent] = [
    await sourceWith('rights@one.example'),
    await sourceWith('rights@two.example'),
    await sourceWith(null),
  ];
  const [a, b, c, d] = [
    ...[await filmOf(first), await filmOf(first), await filmOf(second), await filmOf(silent)],
  ];
  const id = await openOne([a, b, c, d].map(String));
  expect(await mailsOf(id)).toEqual([]);
  await approve(id);
  const told = await mailsOf(id);
  expect(told.map(({ to_address: to, kind }) => [to, kind]).toSorted()).toEqual([
    ['rights@one.example', 'source-taken-off'],
    ['rights@two.example', 'source-taken-off'],
  ]);
  const ofFirst = told.find(({ to_address: to }) => to === 'rights@one.example')?.body ?? '';
  expect(ofFirst.match(/^Film \d+$/gm)).toHaveLength(2);
  expect(ofFirst).toContain(`Number: ${id}`);
  expect(ofFirst).toContain('/report/counter-notice');
  expect(JSON.stringify(told)).not.toMatch(SECRETS);
  const stored = await site.base.db.selectFrom('mail_outbox').selectAll().where('case_id', '=', id).execute();
  expect(stored.map((mail) => [mail.to_address, mail.body, mail.sealed !== null])).toEqual([
    ['', '', true],
    ['', '', true],
  ]);

  await restoreCase(takedowns, { id, event: 'restore', reason: 'SECRET reason', by: 'one' });
  const back = (await mailsOf(id)).filter(({ kind }) => kind === 'source-restored');
  expect(back.map(({ to_address: to }) => to).toSorted()).toEqual([
    'rights@one.example',
    'rights@two.example',
  ]);
  expect(JSON.stringify(back)).not.toMatch(SECRETS);
  await expect(restoreCase(takedowns, { id, event: 'restore', reason: 'x', by: 'one' })).rejects.toThrow();
  expect(await mailsOf(id)).toHaveLength(4);
});

test('nothing is said about a film that stays down: hidden before, held by another case, or already down', async () => {
  const source = await sourceWith('rights@one.example');
  const [hidden, shared] = [
    await filmOf(source, { status: 'hidden', hidden_reason: 'administrator' }),
    await filmOf(source),
  ];
  const [one, other] = [await openOne([hidden, shared]), await openOne([shared])];
  await approve(one);
  await approve(other);
  expect(await mailsOf(other)).toEqual([]);
  await restoreCase(takedowns, { id: one, event: 'restore', reason: 'x', by: 'one' });
  expect((await mailsOf(one)).map(({ kind }) => kind)).toEqual(['source-taken-off']);
  await restoreCase(takedowns, { id: other, event: 'restore', reason: 'x', by: 'one' });
  expect((await mailsOf(other)).map(({ kind }) => kind)).toEqual(['source-restored']);
});

test.each([
  ['minor', 0],
  ['authority_order', 0],
  ['privacy', 1],
])('a takedown because of %s tells %i source', async (kind, count) => {
  const id = await openOne([await filmOf(await sourceWith('rights@one.example'))], kind);
  await approve(id);
  const mails = await mailsOf(id);
  expect(mails).toHaveLength(count);
  for (const { body } of mails) expect(body).not.toContain('counter-notice');
});
