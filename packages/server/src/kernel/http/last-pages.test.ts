import { afterEach, expect, test, vi } from 'vitest';
import { createFaults } from '../lib/faults.ts';
import { type Log, silentLog } from '../lib/log.ts';
import { createLastPages } from './last-pages.ts';
import { preparePage } from './page-cache.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function start() {
  const told: string[] = [];
  const tell = (_: unknown, text: string) => void told.push(text);
  const log = Object.assign(Object.create(silentLog), { info: tell, warn: tell, error: tell }) as Log;
  const database = { shown: new Set(['a', 'b']), isAway: false, asked: [] as string[][], now: 1000 };
  const pages = createLastPages({
    namesIn: (html) => html.split(' '),
    async findShown(names) {
      database.asked.push(names.toSorted());
      if (database.isAway) throw new Error('away');
      return names.filter((name) => database.shown.has(name));
    },
    faults: createFaults(log, 0),
    now: () => database.now,
    lookEveryMs: 1_000_000,
  });
  stops.push(pages.stop);
  const keep = (key: string, html: string) =>
    pages.keep(key, preparePage({ status: 200, html, policy: '', isKept: true }), html);
  const textOf = async (key: string) => (await pages.instead(key)?.page.encoded(''))?.body.toString();
  return { pages, keep, textOf, database, told };
}

test('a page is there for five minutes, and tells how old it is', async () => {
  const { pages, keep, textOf, database } = start();
  keep('/', 'a');
  database.now = 300_999;
  expect([await textOf('/'), pages.instead('/')?.ageSeconds]).toEqual(['a', 299]);
  database.now = 301_001;
  expect(await textOf('/')).toBeUndefined();
});

test('what was taken down drops each page that shows it, and no other', async () => {
  const { pages, keep, textOf, database } = start();
  keep('/', 'a b');
  keep('/b', 'b');
  await pages.look();
  database.shown.delete('a');
  await pages.look();
  expect([await textOf('/'), await textOf('/b')]).toEqual([undefined, 'b']);
  expect(database.asked).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('what was taken down while the database was away is dropped once it answers', async () => {
  const { pages, keep, textOf, database } = start();
  keep('/', 'a');
  database.isAway = true;
  await pages.look();
  expect([pages.isAway(), await textOf('/')]).toEqual([true, 'a']);
  database.shown.delete('a');
  database.isAway = false;
  await pages.look();
  expect([pages.isAway(), await textOf('/')]).toEqual([false, undefined]);
});

test('that pages are served so is told once, and once that it is over', async () => {
  const { pages, keep, textOf, database, told } = start();
  keep('/', 'a');
  database.isAway = true;
  await pages.look();
  expect(told).toEqual([]);
  for (let n = 0; n < 3; n += 1) await textOf('/');
  database.isAway = false;
  await pages.look();
  const sentence = 'The database does not answer: pages are served as they were last rendered.';
  await vi.waitUntil(() => told.length === 2);
  expect(told).toEqual([sentence, `Over: ${sentence}`]);
});

test('a page that is gone is kept no longer', async () => {
  const { pages, keep, textOf } = start();
  keep('/', 'a');
  pages.forget('/');
  expect(await textOf('/')).toBeUndefined();
});
