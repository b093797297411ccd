import type { Page } from 'playwright-core';

/** Brings a page into a state of an address. */
export type Reach = (page: Page, address: string) => Promise<void>;

/** The state while the calls matching `calls` are pending: they never end. */
export function during(calls: RegExp): Reach {
  return within(calls, () => {});
}

/** The state after those calls failed. */
export function afterFailureOf(calls: RegExp): Reach {
  return within(calls, (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable', message: 'The site is having a break.' } }),
  );
}

type Answer = Parameters<Page['route']>[1];

/** Opens a page that needs none of the calls, then follows a link within the site. */
function within(calls: RegExp, answer: Answer): Reach {
  return async (page, address) => {
    await page.goto(new URL('/terms', address).href, { waitUntil: 'networkidle' });
    await page.route(calls, answer);
    await followLink(page, address);
  };
}

/** Follows a link to an address of the site like a click, even if the page has no such link. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
  await page.waitForURL(address);
}

/** A page served without answers, whose script waits for the configuration. */
export const beforeConfiguration: Reach = async (page, address) => {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<script[^>]*id="state"[^>]*>).*?(<\/script>)/s, '$1[]$2');
    await route.fulfill({ response, body });
  });
  await page.route(/\/api\/domain-config/, () => {});
  await page.goto(address);
};

/** All texts of a page: visible text, and the names and placeholders that assistive technology reads. */
export function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder'].flatMap((name) =>
      [...document.querySelectorAll(`#root [${name}]`)].map((element) => element.getAttribute(name)),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown is not said.
    return [document.body.innerText, ...attributes].join('\n').replace(/\s+/g, ' ');
  });
}
