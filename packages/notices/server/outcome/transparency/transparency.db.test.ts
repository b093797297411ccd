import { REPORT_OUTCOMES } from '@vesper/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { deleteCases, makeNotice } from '../../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { recount } from './report.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

/** Confirmed unless told; decided after so many hours. */
async function add(
  kind: string,
  state: string,
  receivedAt: string,
  {
    hours,
    outcome,
    ground,
    isConfirmed = true,
  }: { hours?: number; outcome?: string; ground?: string; isConfirmed?: boolean } = {},
) {
  await sql`insert into cases (kind, state, received_at, confirmed_at, decided_at, outcome, ground, restored_at)
    values (${kind}, ${state}, ${receivedAt}::timestamptz,
      case when ${isConfirmed}::boolean then ${receivedAt}::timestamptz end,
      ${receivedAt}::timestamptz + ${hours ?? null}::int * interval '1 hour', ${outcome ?? null}, ${ground ?? null},
      case when ${state} = 'restored' then now() end)`.execute(site.base.db);
}

const count = () => recount({ db: site.base.db, clock: { now: () => NOW } });

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('cases are counted by quarter, kind and outcome, with the median time to a decision', async () => {
  // Decided after 1, 10, 20, 30 and 60 hours: the median is 20; of takedowns 10 and 20, so 15.
  await add('copyright', 'approved', '2026-10-01T00:00:00Z', { hours: 10, outcome: 'taken_off' });
  await add('copyright', 'countered', '2026-11-01T00:00:00Z', { hours: 20, outcome: 'taken_off' });
  await add('copyright', 'restored', '2026-11-02T00:00:00Z', { hours: 60, outcome: 'taken_off' });
  await add('copyright', 'approved', '2026-12-31T23:59:59Z', { hours: 30, outcome: 'no_video' });
  await add('copyright', 'denied', '2026-11-02T00:00:00Z', { hours: 1, isConfirmed: false });
  await add('copyright', 'open', '2026-11-03T00:00:00Z');
  // Neither confirmed nor decided: not counted in any state.
  for (const state of ['unconfirmed', 'incomplete', 'open', 'withdrawn'])
    for (const kind of ['copyright', 'minor'])
      await add(kind, state, '2026-11-03T00:00:00Z', { isConfirmed: false });
  await add('intimate_image', 'withdrawn', '2026-11-03T00:00:00Z');
  await add('copyright', 'incomplete', '2026-09-30T23:59:59Z');
  await count();

  const none = Object.fromEntries(REPORT_OUTCOMES.map((outcome) => [outcome, 0]));
  expect(await site.client.transparency.report()).toEqual({
    countedAt: NOW.toISOString(),
    quarters: [
      {
        quarter: '2026-Q4',
        lines: [
          {
            ...{ kind: 'copyright', label: 'Copyright notice', received: 6, medianHours: 20 },
            outcomes: { ...none, taken_off: 2, no_video: 1, denied: 1, restored: 1, waiting: 1 },
          },
          {
            ...{ kind: 'intimate_image', label: 'Intimate image', received: 1, medianHours: null },
            outcomes: { ...none, withdrawn: 1 },
          },
        ],
      },
      {
        quarter: '2026-Q3',
        lines: [
          {
            ...{ kind: 'copyright', label: 'Copyright notice', received: 1, medianHours: null },
            outcomes: { ...none, waiting: 1 },
          },
        ],
      },
    ],
  });
  // Pages are cached for a second.
  await expect
    .poll(async () => (await ask('/transparency')).text, { timeout: 20_000 })
    .toContain('Fourth quarter of 2026');
  const page = (await ask('/transparency')).text;
  expect(page).toContain('Counted on 2026-11-23.');
  expect(page).not.toContain('noindex');
});

test('forwarded and answered cases took nothing down', async () => {
  await add('counter_notice', 'approved', '2026-11-03T00:00:00Z', { hours: 1 });
  await add('privacy', 'approved', '2026-11-03T00:00:00Z', { hours: 1, ground: 'answered' });
  await count();
  const [{ lines } = { lines: [] }] = (await site.client.transparency.report()).quarters;
  const outcomesOf = (kind: string) => lines.find((line) => line.kind === kind)?.outcomes;
  expect(outcomesOf('counter_notice')).toMatchObject({ forwarded: 1, taken_off: 0 });
  expect(outcomesOf('privacy')).toMatchObject({ answered: 1, taken_off: 0, no_video: 0 });
});

test('the counts are available as CSV', async () => {
  const { status, headers, text } = await ask('/transparency.csv');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  expect(text).toMatch(/^"quarter","kind","outcome","cases","median_hours_to_decision"\r\n/);
  const rows: string[][] = parse(text);
  expect(rows).toContainEqual(['2026-Q4', 'copyright', 'taken_off', '2', '15']);
  expect(rows).toContainEqual(['2026-Q4', 'copyright', 'received', '6', '20']);
  expect(rows).toContainEqual(['2026-Q3', 'copyright', 'waiting', '1', '']);
  const again = await ask('/transparency.csv', { 'if-none-match': headers.get('etag') ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('decided cases are exported in batches, and one alone', async () => {
  const { db } = site.base;
  await deleteCases(db);
  const admin = await site.admin();
  const videoId = await makeVideo(db, { title: 'Chart' });
  const id = await makeNotice(db, { status: 'approved', videoId });
  await sql`update cases set outcome = 'taken_off', ground = 'copyright', domain = 'charts.example' where id = ${id}`.execute(
    db,
  );
  await sql`insert into cases (kind, state, received_at, decided_at, domain)
    select 'illegal_content', 'denied', now() - n * interval '1 day', now(), 'charts.example'
    from generate_series(1, 100) as n`.execute(db);
  const first = await admin.transparency.export({ format: 'dsa' });
  expect([first.entries, first.heldBack, first.next !== null]).toEqual([[], [], true]);
  const rest = await admin.transparency.export({ format: 'dsa', after: first.next ?? '' });
  expect(rest).toMatchObject({ entries: [{ puid: id }], heldBack: [], next: null });
  const alone = await admin.transparency.export({ format: 'lumen', caseId: id });
  expect(alone.heldBack).toEqual([]);
  expect(JSON.stringify(alone.entries)).toContain(`"https://charts.example/video/${videoId}"`);
  const everything = JSON.stringify([rest, alone, await admin.transparency.export({ format: 'lumen' })]);
  for (const secret of ['Ada', 'rights.example', 'Chart Street']) expect(everything).not.toContain(secret);
  await expect(admin.transparency.export({ format: 'dsa', caseId: 'nothing' })).rejects.toMatchObject({
    status: 404,
  });
});

test('apparent personal data is held back', async () => {
  const { db } = site.base;
  await deleteCases(db);
  const admin = await site.admin();
  const id = await makeNotice(db, { status: 'approved' });
  await sql`update cases set outcome = 'taken_off', ground = 'copyright', domain = 'ann@films.example' where id = ${id}`.execute(
    db,
  );
  const { entries, heldBack } = await admin.transparency.export({ format: 'lumen' });
  expect(entries).toEqual([]);
  expect(heldBack).toMatchObject([{ caseId: id }]);
  expect(heldBack[0]?.sentences).toContain('title seems to contain an email address.');
});
