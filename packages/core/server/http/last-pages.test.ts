import { afterEach, expect, test } from 'vitest';
import { createFaults } from '../lib/faults.ts';
import { type Log, silentLog } from '../lib/log.ts';
import { createLastPages } from './last-pages.ts';
import { preparePage } from './page-cache.ts';

/** Says that the database is stopped. */
const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function start() {
  const told: string[] = [];
  const tell = (_: unknown, text: string) => void told.push(text);
  const log = Object.assign(Object.create(silentLog), { info: tell, warn: tell, error: tell }) as Log;
  const database = {
    shown: new Set(['a', 'b']),
    error: undefined as unknown,
    asked: [] as string[][],
    now: 1000,
    answering: undefined as unknown,
  };

  const pages = createLastPages({
    namesIn: (html) => html.toString().split(' '),
    async findShown(names) {
      database.asked.push(names.toSorted());
      await database.answering;
      if (database.error) throw database.error;
      return names.filter((name) => database.shown.has(name));
    },
    faults: createFaults(log, 0),
    now: () => database.now,
    pollEveryMs: 1_000_000,
  });
  stops.push(pages.stop);
  const keep = (key: string, html: string) =>
    pages.keep(key, preparePage({ status: 200, body: html, policy: '', isKept: true }));
  const textOf = async (key: string) => (await pages.instead(key)?.page.encoded(''))?.body.toString();
  return { pages, keep, textOf, database, told };
}

test('a page lasts five minutes, and tells its age', async () => {
  const { pages, keep, textOf, database } = start();
  keep('/', 'a');
  await pages.poll();
  database.now = 300_999;
  expect([await textOf('/'), pages.instead('/')?.ageSeconds]).toEqual(['a', 299]);
  database.now = 301_001;
  expect(await textOf('/')).toBeUndefined();
});

test('a takedown drops each page that shows it, and no other', async () => {
  const { pages, keep, textOf, database } = start();
  keep('/', 'a b');
  keep('/b', 'b');
  await pages.poll();
  database.shown.delete('a');
  await pages.poll();
  expect([await textOf('/'), await textOf('/b')]).toEqual([undefined, 'b']);
  expect(database.asked).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('what was taken down while the database was away is dropped once it answers', async () => {
  const { pages, keep, textOf, database } = start();
  keep('/', 'a');
  await pages.poll();
  database.error = REFUSED;
  await pages.poll();
  expect([pages.isAway(), await textOf('/')]).toEqual([true, 'a']);
  database.shown.delete('a');
  database.error = undefined;
  await pages.poll();
  expect([pages.isAway(), await textOf('/')]).toEqual([false, undefined]);
});

test('a rendering is served only after a check that started later', async () => {
  const { pages, keep, textOf, database } = start();
  const answer = Promise.withResolvers<void>();
  keep('/', 'a');
  expect(await textOf('/')).toBeUndefined();
  database.answering = answer.promise;
  const polling = pages.poll();
  keep('/late', 'a');
  answer.resolve();
  await polling;
  expect([await textOf('/'), await textOf('/late')]).toEqual(['a', undefined]);
  // Until then the older one, with its own age.
  database.now += 2000;
  keep('/', 'a b');
  expect([await textOf('/'), pages.instead('/')?.ageSeconds]).toEqual(['a', 2]);
  await pages.poll();
  expect([await textOf('/'), await textOf('/late'), pages.instead('/')?.ageSeconds]).toEqual([
    ...['a b', 'a'],
    0,
  ]);
});

test('an unexpected error drops every page', async () => {
  const { pages, keep, textOf, database, told } = start();
  keep('/', 'a');
  await pages.poll();
  keep('/b', 'b');
  database.error = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
  });
  await pages.poll();
  expect([pages.isAway(), await textOf('/')]).toEqual([false, undefined]);
  database.error = undefined;
  await pages.poll();
  expect([pages.isAway(), await textOf('/'), await textOf('/b')]).toEqual([false, undefined, undefined]);
  expect(told[0]).toBe('Kept pages could not be checked for takedowns, and are dropped.');
});
