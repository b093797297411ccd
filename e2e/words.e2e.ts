import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { opened, wordsOf } from './reach.ts';
import { TEXT_PAGES } from './text-words.ts';
import { LIST_PAGES, type Reading, type World } from './words.ts';
import { learnWorld } from './world.ts';

const { site, awkward } = await demoSite();

let world: World;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  world = await learnWorld(site, awkward);
});
openAfresh(
  async () => {
    visitor = await openVisitor({ origin: site, isAdult: true });
    page = visitor.page;
  },
  () => visitor.context.close(),
);
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** The expected words that a page lacks. */
async function missing(words: readonly (string | RegExp)[]): Promise<(string | RegExp)[]> {
  const text = await wordsOf(page);
  return words.filter((word) => (word instanceof RegExp ? !word.test(text) : !text.includes(flat(word))));
}

function flat(word: string): string {
  return word.replace(/\s+/g, ' ').trim();
}

async function read({
  route,
  reach = opened,
  words = [],
  absent = [],
  count = {},
  links = {},
  status,
}: Reading) {
  const ids: Record<string, string> = { ...awkward, newest: world.video.id };
  const address = site + route.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? name);
  if (status) expect((await fetch(address)).status).toBe(status);
  await reach(page, address);
  await expect.poll(() => missing(given(words))).toEqual([]);
  for (const [selector, n] of Object.entries(given(count))) {
    await expect.poll(() => page.locator(selector).count(), { message: selector }).toBe(n);
  }
  for (const [name, href] of Object.entries(given(links))) {
    const found = page.getByRole('link', { name, exact: true }).first();
    expect([name, await found.getAttribute('href')]).toEqual([name, href]);
  }
  expect(absent.length - (await missing(absent)).length).toBe(0);
}

/** A value of the table, given directly or as a function of the site. */
function given<T>(value: T | ((world: World) => T)): T {
  return value instanceof Function ? value(world) : value;
}

describe('the words of every page', () => {
  test.each(
    [...LIST_PAGES, ...TEXT_PAGES].map((reading) => [`${reading.route}, ${reading.state}`, reading] as const),
  )('%s', (_, reading) => read(reading));
});

describe('header and footer', () => {
  test.each(['/', '/terms', '/dmca/submit', '/nowhere'])('of %s', async (route) => {
    const { config } = world;
    const mail = `mailto:${config.contactEmail}`;
    await page.goto(site + route);
    const linksIn = (selector: string) =>
      page
        .locator(`${selector} a`)
        .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));
    const header = await linksIn('header');
    expect(header).toContainEqual([config.brandName, '/']);
    expect(header).toContainEqual(['Admin', '/admin']);
    expect(await page.locator('header button[aria-label*="theme" i]').count()).toBe(1);
    expect(await linksIn('footer')).toEqual(
      expect.arrayContaining([
        [config.contactEmail, mail],
        ...['Home', 'Categories', 'New Videos'].map((name) => [name, '/']),
        [expect.stringMatching(/terms/i), '/terms'],
        [expect.stringMatching(/privacy/i), '/privacy-policy'],
        [expect.stringMatching(/DMCA/), '/dmca'],
        ['Report Copyright', '/dmca/submit'],
        ['Contact Us', expect.stringMatching(`^${mail}`)],
        ['Get Help', expect.stringMatching(`^${mail}`)],
        ['Report Content', '/dmca/submit'],
        [expect.stringMatching(/submit a DMCA takedown request/i), '/dmca/submit'],
      ]),
    );
    const footer = (await page.locator('footer').textContent()) ?? '';
    expect(footer).toContain(config.description);
    expect(footer).toMatch(/embedded from third parties or (user-submitted|submitted by users)/i);
    expect(footer).toMatch(new RegExp(`©\\s*${new Date().getUTCFullYear()}`));
    expect(footer).toContain('18+ Only');
  });
});
