import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { wordsOf } from './reach.ts';
import { READINGS, type Reading } from './words.ts';

const { site, awkward } = await demoSite();

let visitor: Visitor;
let page: Page;
openAfresh(
  async () => {
    visitor = await openVisitor({ origin: site, isAdult: true });
    page = visitor.page;
  },
  () => visitor.context.close(),
);
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

async function missing(words: readonly string[]): Promise<string[]> {
  const text = await wordsOf(page);
  return words.filter((word) => !text.includes(word));
}

async function read({ route, reach, words = [], absent = [], count = {} }: Reading): Promise<void> {
  const ids: Record<string, string> = { ...awkward };
  await reach(page, site + route.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? name));
  await expect.poll(() => missing(words)).toEqual([]);
  for (const [selector, n] of Object.entries(count))
    await expect.poll(() => page.locator(selector).count(), { message: selector }).toBe(n);
  expect(await missing(absent)).toEqual(absent);
}

test.each(READINGS.map((reading) => [`${reading.route}, ${reading.state}`, reading] as const))(
  '%s',
  (_, reading) => read(reading),
);
