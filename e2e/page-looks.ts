import type { Page } from 'playwright-core';
import { axeViolations } from '../packages/web/test/axe.ts';

/** Puts a theme on at once: a colour that is still changing has the contrast of neither theme. */
export function wearTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    // The end of one may begin another, in an element that inherits its colour.
    for (let left = changing(); left.length > 0; left = changing()) for (const one of left) one.finish();
  }, theme);
}

/** Where a page can be scrolled sideways: its width, and the first innermost elements beyond the window's edge. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const beyond = (element: Element): Element[] => {
      // What scrolls or clips does not widen the page, but for what is placed by an element around it.
      const isOpen = getComputedStyle(element).overflowX === 'visible';
      const inner = isOpen ? [...element.children].flatMap(beyond) : placedOutside(element).filter(isBeyond);
      return inner.length === 0 && isBeyond(element) ? [element] : inner;
    };
    const isBeyond = (element: Element) => {
      // Its words may reach further than its box.
      const content = document.createRange();
      content.selectNodeContents(element);
      return [element, content].some((one) => one.getBoundingClientRect().right > innerWidth);
    };
    const placedOutside = (element: Element) =>
      [...element.querySelectorAll<HTMLElement>('*')].filter(
        (one) => getComputedStyle(one).position === 'absolute' && !element.contains(one.offsetParent),
      );
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
