import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

interface Shift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Fails if anything has moved since the page was opened. */
export async function expectNoShifts(page: Page, name: string): Promise<void> {
  assert.deepEqual(await shiftsOf(page), [], `${name} moves`);
}

/** What moved, from where to where. */
function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const formatBox = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${[x, y].map(Math.round)} ${[width, height].map(Math.round).join('x')}`;
    const formatNode = (node: Node | null) =>
      node instanceof Element
        ? (node.cloneNode() as Element).outerHTML
        : (node?.textContent ?? 'what is gone');
    return new Promise<string[]>((resolve) => {
      const shifts: string[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
          const moves = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${formatNode(node)} from ${formatBox(previousRect)} to ${formatBox(currentRect)}`,
          );
          shifts.push(`${value}: ${moves.join('; ')}`);
        }
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(shifts), 300);
    });
  });
}
