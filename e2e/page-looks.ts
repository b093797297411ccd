import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { axeViolations } from '../packages/web/test/axe.ts';

/** With E2E_PICTURES=1: pictures of every page for people to look at; not part of the repository. */
const OUTPUT = process.env.E2E_PICTURES ? fileURLToPath(new URL('output/', import.meta.url)) : undefined;
const LONGEST_PICTURE = 6000;

/** Very long pages are pictured only at the top. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!OUTPUT) return;
  const fullPage = await page.evaluate((most) => document.body.scrollHeight < most, LONGEST_PICTURE);
  await page.screenshot({
    ...{ path: `${OUTPUT}${name}.jpg`, fullPage, type: 'jpeg', quality: 70, animations: 'disabled' },
    timeout: 120_000,
  });
}

/** Applies a theme at once: a colour in transition has the contrast of neither theme. */
export function wearTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    // One transition's end may begin another, in an element that inherits its colour.
    for (let left = changing(); left.length > 0; left = changing()) for (const one of left) one.finish();
  }, theme);
}

/** Levels of the visible headings, in order. */
export function headingLevels(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility() && !heading.closest('nav'))
      .map((heading) => Number(heading.tagName.slice(1))),
  );
}

/** Whether a page scrolls sideways: its width, and the first innermost elements beyond the window's edge. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const isBeyond = (element: Element) => {
      // Its text may overflow its box.
      const content = document.createRange();
      content.selectNodeContents(element);
      return [element, content].some((one) => one.getBoundingClientRect().right > innerWidth);
    };
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => isBeyond(element) && ![...element.children].some(isBeyond),
    );
    const named = elements.slice(0, 5).map((element) => (element.cloneNode() as Element).outerHTML);
    return [`can be scrolled sideways: ${scrollWidth} px wide by ${named.join(' ')}`];
  });
}

/** Serious and critical findings of axe, by all of its rules or only some. */
export async function axeFaults(
  page: Page,
  options?: { rules?: readonly string[] | undefined; exclude?: string[] },
): Promise<string[]> {
  return (await axeViolations(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]}`);
}
