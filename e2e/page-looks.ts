import type { Page } from 'playwright-core';
import { axeViolations } from '../packages/web/test/axe.ts';

export function wearTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** Where a page can be scrolled sideways: its width, and the first innermost elements beyond the window's edge. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const beyond = (element: Element): Element[] => {
      // What scrolls or clips does not widen the page by what it contains.
      const isOpen = getComputedStyle(element).overflowX === 'visible';
      const inner = isOpen ? [...element.children].flatMap(beyond) : [];
      const isBeyond = element.getBoundingClientRect().right > innerWidth;
      return inner.length === 0 && isBeyond ? [element] : inner;
    };
    const elements = [...document.body.children].flatMap(beyond).slice(0, 5);
    const named = elements.map((element) => (element.cloneNode() as Element).outerHTML);
    return [`can be scrolled sideways: ${scrollWidth} px wide by ${named.join(' ')}`];
  });
}

/** What axe finds that is serious or critical, by all its rules or only by some. */
export async function axeFaults(
  page: Page,
  options?: { rules?: readonly string[] | undefined; exclude?: string[] },
): Promise<string[]> {
  return (await axeViolations(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]}`);
}
