import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../../test/factories.ts';
import { fileNoticeAbout } from '../../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { requireCase } from '../../cases/cases.ts';
import { giveTargets } from '../../cases/proposals/proposals.ts';
import { step } from '../../cases/steps.ts';

let site: TestSite;
let one: Client;
let two: Client;
let sourceId: string;
let videoId: string;
let networks = 0;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', SECOND_REVIEW: 'restore, minor' });
  one = await site.admin();
  sourceId = await makeSource(site.base.db, { name: 'Charts', url: 'https://charts.test/' });
  expect((await one.proposals.list({})).hasSecond).toBe(false);
  two = await site.admin();
});
afterAll(() => site.close());
beforeEach(async () => {
  videoId = await makeVideo(site.base.db, {
    ...{ source_id: sourceId, kind: 'remote', video_url: 'https://charts.test/film.mp4' },
    published_at: new Date(),
  });
});

async function submitMinor(): Promise<{ id: string; statusPath: string }> {
  networks += 1;
  const from = { 'x-forwarded-for': `10.61.${networks}.7` };
  const { reports } = createClient(fetchTransport(site.url, from));
  const addresses = `${site.url}/video/${videoId}`;
  const fields = { slug: 'minor', addresses, reasons: 'A SECRET-TEXT', email: `v${networks}@mail.example` };
  return reports.submit(fields);
}

async function takenOff(): Promise<string> {
  const id = await fileNoticeAbout(site, videoId);
  await one.casework.decide({ id, status: 'approved' });
  return id;
}

const statusOf = async () => {
  const query = site.base.db.selectFrom('videos').select('status').where('id', '=', videoId);
  return (await query.executeTakeFirstOrThrow()).status;
};
const waiting = async (caseId: string, client = two) => (await client.proposals.list({ caseId })).proposals;
const actionsOf = async (caseId: string) => {
  const query = site.base.db.selectFrom('audit_log').select('action').where('subject', '=', caseId);
  return (await query.orderBy('seq').execute()).map(({ action }) => action);
};
const endingOf = async (id: string) => {
  const query = site.base.db.selectFrom('case_proposals').select(['ending', 'ended_by']).where('id', '=', id);
  return query.executeTakeFirstOrThrow();
};

test('a restoration takes effect once another administrator confirms it, and never by the first alone', async () => {
  const id = await takenOff();
  const proposed = await one.casework.restore({ id, reason: 'A SECRET-REASON' });
  expect(proposed.message).toContain('second administrator');
  expect([proposed.case.state, await statusOf()]).toEqual(['approved', 'hidden']);
  const [proposal] = await waiting(id);
  expect(proposal).toMatchObject({ caseId: id, kind: 'copyright', act: 'restore', isYours: false });
  expect(await waiting(id, one)).toMatchObject([{ isYours: true }]);
  const list = await two.proposals.list({});
  expect(list).toMatchObject({ needed: ['restore', 'minor'], hasSecond: true });
  expect(JSON.stringify(list)).not.toContain('SECRET');

  const proposalId = proposal?.id ?? '';
  const own = one.proposals.confirm({ id: proposalId });
  await expect(own).rejects.toMatchObject({ code: 'conflict' });
  // A second proposal does not replace it.
  for (const client of [one, two])
    await expect(client.casework.restore({ id, reason: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  expect([await statusOf(), (await waiting(id)).length]).toEqual(['hidden', 1]);

  const { message } = await two.proposals.confirm({ id: proposalId });
  expect(message).toContain('The takedown was undone.');
  expect([await statusOf(), await waiting(id)]).toEqual(['published', []]);
  expect(await one.takedowns.get({ id })).toMatchObject({ restored: { reason: 'A SECRET-REASON' } });
  const again = two.proposals.confirm({ id: proposalId });
  await expect(again).rejects.toMatchObject({ code: 'conflict' });
  expect(await actionsOf(id)).toEqual(expect.arrayContaining(['cases.propose', 'cases.restore']));
  const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain('SECRET');
  const restored = log.find((entry) => entry.action === 'cases.restore' && entry.subject === id);
  expect(restored?.after).toMatchObject({ proposal: proposalId, proposedBy: proposal?.proposedBy });
});

test('the call of the copyright desk, and a court settlement that restores, are proposed, too', async () => {
  const id = await takenOff();
  const { request } = await one.takedowns.restore({ id, reason: 'It was theirs' });
  expect([request.restored, await statusOf()]).toEqual([null, 'hidden']);
  await two.proposals.refuse({ id: (await waiting(id))[0]?.id ?? '' });
  await site.base.db.transaction().execute(async (tx) => {
    const caseRow = await requireCase(tx, id);
    const countered = await step(tx, caseRow, { event: 'counter', now: new Date(), by: null });
    await step(tx, countered, { event: 'sue', now: new Date(), by: 'one' });
  });
  await one.cases.settle({ id, reason: 'It was theirs', outcome: 'restored' });
  expect(await statusOf()).toBe('hidden');
  await two.proposals.confirm({ id: (await waiting(id))[0]?.id ?? '' });
  expect([await statusOf(), (await one.casework.get({ id })).state]).toEqual(['published', 'restored']);
});

describe('a decision about a minor', () => {
  test.each(['approved', 'denied'] as const)('is %s by two', async (status) => {
    const { id } = await submitMinor();
    expect(await statusOf()).toBe('hidden');
    const proposed = await one.casework.decide({ id, status, note: 'A SECRET-NOTE' });
    expect(proposed.case).toMatchObject({ isOpen: true, decidedAt: null });
    const [proposal] = await waiting(id);
    expect(proposal).toMatchObject({ act: status === 'approved' ? 'approve' : 'deny', kind: 'minor' });
    await two.proposals.confirm({ id: proposal?.id ?? '' });
    const caseRow = await one.casework.get({ id });
    expect([caseRow.state, caseRow.papers.map(({ what }) => what)]).toEqual([
      status,
      ['submission', 'mail', 'proposal', 'note'],
    ]);
    expect(await statusOf()).toBe(status === 'approved' ? 'hidden' : 'published');
  });

  test('is rejected by the second or withdrawn by the first, and can be proposed again', async () => {
    const { id } = await submitMinor();
    const endings = [];
    for (const client of [two, one]) {
      await one.casework.decide({ id, status: 'denied' });
      const [proposal] = await waiting(id);
      await client.proposals.refuse({ id: proposal?.id ?? '' });
      await expect(two.proposals.confirm({ id: proposal?.id ?? '' })).rejects.toMatchObject({
        code: 'conflict',
      });
      endings.push((await endingOf(proposal?.id ?? '')).ending);
    }
    expect(endings).toEqual(['refused', 'withdrawn']);
    expect([await statusOf(), (await one.casework.get({ id })).isOpen]).toEqual(['hidden', true]);
    await expect(two.proposals.refuse({ id: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of two who confirm at once one does, and the other changes nothing', async () => {
    const three = await site.admin();
    const { id } = await submitMinor();
    await one.casework.decide({ id, status: 'approved' });
    const [proposal] = await waiting(id);
    const both = await Promise.allSettled(
      [two, three].map((client) => client.proposals.confirm({ id: proposal?.id ?? '' })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await actionsOf(id)).filter((action) => action === 'cases.approve')).toHaveLength(1);
  });
});

test.each(['created_at', 'password_changed_at'] as const)(
  'an account of which %s is newer confirms nothing',
  async (what) => {
    const id = await takenOff();
    await one.casework.restore({ id, reason: 'x' });
    const [proposal] = await waiting(id);
    const late = await site.admin();
    if (what === 'password_changed_at')
      await sql`update administrators set created_at = created_at - interval '1 day'
      where created_at = (select max(created_at) from administrators)`.execute(site.base.db);
    const confirmed = late.proposals.confirm({ id: proposal?.id ?? '' });
    await expect(confirmed).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('newer than the proposal'),
    });
    expect([await statusOf(), (await waiting(id)).length]).toEqual(['hidden', 1]);
    await two.proposals.confirm({ id: proposal?.id ?? '' });
  },
);

test('an interrupted confirmation leaves everything as it was, and can be repeated', async () => {
  const id = await takenOff();
  await one.casework.restore({ id, reason: 'x' });
  const [proposal] = await waiting(id);
  await sql`create function break_off() returns trigger language plpgsql as $$ begin
    if new.state = 'restored' then raise exception 'The process ends here.'; end if; return new; end $$;
    create trigger break_off before update on cases for each row execute function break_off()`.execute(
    site.base.db,
  );
  await expect(two.proposals.confirm({ id: proposal?.id ?? '' })).rejects.toThrow();
  expect([await statusOf(), (await waiting(id)).length]).toEqual(['hidden', 1]);
  await sql`drop trigger break_off on cases; drop function break_off`.execute(site.base.db);
  await two.proposals.confirm({ id: proposal?.id ?? '' });
  expect(await statusOf()).toBe('published');
});

test('a proposal is void once the case was decided otherwise', async () => {
  const id = await takenOff();
  await one.casework.restore({ id, reason: 'x' });
  const [proposal] = await waiting(id);
  await site.base.db.transaction().execute(async (tx) => {
    await step(tx, await requireCase(tx, id), { event: 'counter', now: new Date(), by: null });
  });
  expect(await endingOf(proposal?.id ?? '')).toEqual({ ending: 'void', ended_by: null });
  await expect(two.proposals.confirm({ id: proposal?.id ?? '' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await statusOf()).toBe('hidden');
});

test.each(['name', 'supplement', 'ask'] as const)('a proposal is void after %s', async (what) => {
  const { id, statusPath } = await submitMinor();
  if (what === 'ask') await one.casework.ask({ id, elements: ['location'] });
  await one.casework.decide({ id, status: 'approved' });
  const [proposal] = await waiting(id);
  const other = await makeVideo(site.base.db, { published_at: new Date() });
  if (what === 'name') await one.casework.name({ id, video: other });
  if (what === 'ask') await one.casework.ask({ id, elements: ['location'] });
  if (what === 'supplement') {
    const { reports } = createClient(fetchTransport(site.url));
    const token = statusPath.split('/').at(-1) ?? '';
    await reports.supplement({ token, addresses: `${site.url}/video/${other}` });
  }
  expect(await endingOf(proposal?.id ?? '')).toEqual({ ending: 'void', ended_by: null });
  const confirmed = two.proposals.confirm({ id: proposal?.id ?? '' });
  await expect(confirmed).rejects.toMatchObject({ code: 'conflict' });
  expect((await one.casework.get({ id })).isOpen).toBe(true);
  expect(await waiting(id)).toEqual([]);
});

test('a proposal shows its ground and category, and is void once a video replaces a deleted one', async () => {
  const { id } = await submitMinor();
  const category = 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS';
  await one.casework.decide({ id, status: 'approved', category });
  const { grounds } = await one.casework.get({ id });
  const [proposal] = await waiting(id);
  expect(proposal).toMatchObject({ ground: grounds[0]?.name, groundWords: grounds[0]?.words, category });
  const other = await makeVideo(site.base.db, { published_at: new Date() });
  const give = () =>
    site.base.db.transaction().execute((tx) => giveTargets(tx, [{ caseId: id, position: 0 }], other));
  // Already named: the proposal stands.
  await give();
  expect(await waiting(id)).toHaveLength(1);
  await site.base.db.updateTable('case_targets').set({ video_id: null }).where('case_id', '=', id).execute();
  await give();
  expect(await endingOf(proposal?.id ?? '')).toEqual({ ending: 'void', ended_by: null });
  expect((await one.casework.get({ id })).targets[0]?.video?.id).toBe(other);
  expect(await actionsOf(id)).toContain('cases.void');
});

test('impossible acts cannot be proposed', async () => {
  const { id } = await submitMinor();
  await expect(one.casework.restore({ id, reason: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  const wrong = one.casework.decide({ id, status: 'approved', ground: 'none' });
  await expect(wrong).rejects.toMatchObject({ code: 'bad_request' });
  expect(await waiting(id)).toEqual([]);
});

test('the database itself refuses a confirmation by the proposer', async () => {
  const id = await takenOff();
  await expect(
    sql`insert into case_proposals (case_id, act, proposed_at, proposed_by, ended_at, ended_by, ending)
      values (${id}, 'restore', now(), 'one', now(), 'one', 'confirmed')`.execute(site.base.db),
  ).rejects.toThrow(/check/);
});
