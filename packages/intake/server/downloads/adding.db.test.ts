import { MAX_BULK_LINES } from '@vesper/contract';
import { createDb } from '@vesper/core/db/pool.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadCalls } from '../../../test/download-calls.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { countReturned } from '../crawler/index.ts';
import { downloadRoutes } from './routes.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
beforeEach(async () => {
  await sql`delete from download_jobs`.execute(site.base.db);
});
afterAll(() => site.close());

const call = downloadCalls(() => site);
const add = (n: number | string) => call('add', { sourceUrl: `https://source.test/${n}` });
const listed = () => call('list', { limit: 100 });

describe('adding one', () => {
  test('answers the job, and lists it', async () => {
    const job = await call('add', { sourceUrl: '  HTTPS://Source.test:443/a?utm_source=x#f ' });
    expect(job).toMatchObject({
      sourceUrl: 'https://source.test/a',
      status: 'pending',
      progress: 0,
      error: null,
    });
    expect(await listed()).toEqual([job]);
  });

  test('rejects an address that is already waiting, in the library, or invalid', async () => {
    await add(1);
    await expect(add('1#again')).rejects.toMatchObject({ code: 'conflict' });
    const sourceUrl = 'https://library.test/known';
    const id = await makeVideo(site.base.db, { source_url: sourceUrl });
    await expect(call('add', { sourceUrl })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This video already exists in the library',
    });
    await sql`delete from videos where id = ${id}`.execute(site.base.db);
    for (const bad of [
      'nonsense',
      'javascript:alert(1)',
      'http://u:p@source.test/',
      `https://x.test/${'a'.repeat(5000)}`,
    ])
      await expect(call('add', { sourceUrl: bad })).rejects.toMatchObject({ code: 'bad_request' });
    for (const bad of ['', '   ', undefined, 7, null, {}, ['x']])
      await expect(call('add', { sourceUrl: bad })).rejects.toThrow('Please enter a URL');
  });
});

describe('adding many', () => {
  test('takes 10,000 lines in one statement', async () => {
    const queries: string[] = [];
    const db = createDb(site.base.pool, (text) => queries.push(text));
    const sourceUrls = Array.from(
      { length: MAX_BULK_LINES },
      (_, n) => `https://host-${n % 99}.test/watch/${n}`,
    );
    const answer = await downloadRoutes({ db, clock: systemClock, countReturned }).addBulk({ sourceUrls }, {
      act: { changed: () => {} },
    } as never);
    expect(answer).toMatchObject({ count: MAX_BULK_LINES, duplicates: 0, invalidCount: 0, invalid: [] });
    expect(answer.jobs).toHaveLength(100);
    expect(answer.jobs[0]?.sourceUrl).toBe('https://host-0.test/watch/0');
    expect(queries).toHaveLength(1);
    expect(await call('counts')).toMatchObject({ pending: MAX_BULK_LINES });
    expect((await call('addBulk', { sourceUrls: sourceUrls.slice(0, 500) })).duplicates).toBe(500);
    expect(await call('clearPending')).toMatchObject({
      count: MAX_BULK_LINES,
      message: '10000 downloads were removed from the queue.',
    });
  });

  test('reports bad lines by their number and takes the others once', async () => {
    await add('waiting');
    const known = await makeVideo(site.base.db, { source_url: 'https://library.test/bulk' });
    const answer = await call('addBulk', {
      sourceUrls: [
        ' https://source.test/a ',
        '',
        '   ',
        'nonsense',
        'https://SOURCE.test/a#x',
        'https://source.test/waiting',
        'https://library.test/bulk',
        'https://source.test/b\u0000',
        "https://source.test/'; drop table download_jobs; --",
        '\ud800',
      ],
    });
    expect(answer).toMatchObject({ duplicates: 3, invalidCount: 2 });
    expect(answer.count).toBe(answer.jobs.length);
    expect(answer.jobs[0]?.sourceUrl).toBe('https://source.test/a');
    expect(answer.invalid.map(({ line }) => line)).toEqual([4, 10]);
    await sql`delete from videos where id = ${known}`.execute(site.base.db);
  });

  test('quotes the beginning of addresses, not line numbers, if none is good', async () => {
    const long = `https://source.test/${'x'.repeat(10_000)}`;
    const sourceUrls = ['', 'nonsense', 'https://somebody@source.test/', long];
    const { fields } = (await call('addBulk', { sourceUrls }).catch((error) => error)) as {
      fields: Record<string, string>;
    };
    expect(fields.sourceUrls?.split('\n')).toEqual([
      '"nonsense" is not an http or https address.',
      '"https://somebody@source.test/": An address with a user name or a password in it is not accepted.',
      expect.stringMatching(
        /^"https:\/\/source\.test\/x{60}…": An address of 10020 characters is longer than/,
      ),
    ]);
  });

  test('rejects no lines, only bad ones, and too many', async () => {
    for (const sourceUrls of [[], ['', '  '], ['bad']])
      await expect(call('addBulk', { sourceUrls })).rejects.toThrow('Please enter at least one valid URL');
    for (const sourceUrls of [undefined, 'https://source.test/', { length: 3 }])
      await expect(call('addBulk', { sourceUrls })).rejects.toThrow('Please enter at least one valid URL');
    await expect(call('addBulk', { sourceUrls: [1, null] })).rejects.toThrow('Each URL must be text.');
    const sourceUrls = Array.from({ length: MAX_BULK_LINES + 1 }, (_, n) => `https://source.test/${n}`);
    await expect(call('addBulk', { sourceUrls })).rejects.toThrow('At most 10000 URLs can be added at once.');
    expect(await call('counts')).toMatchObject({ pending: 0 });
  });

  test('by two at the same moment takes each address once', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => `https://source.test/both/${n}`);
    const answers = await Promise.all([
      call('addBulk', { sourceUrls: lines }),
      call('addBulk', { sourceUrls: [...lines].reverse() }),
    ]);
    expect(answers.map(({ count }) => count).reduce((a, b) => a + b)).toBe(2_000);
    expect(await call('counts')).toMatchObject({ pending: 2_000 });
  });
});
