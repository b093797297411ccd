import type { Page } from 'playwright-core';

/** Longer words, such as checksums, may break: they are wider than a phone. */
const LONGEST_WHOLE = 20;

/** Pixels: below it rows are blocks (admin/ui/list.tsx). */
const NARROWEST_TABLE = 640;

/**
 * The layout problems of a back-office page at its current width: row buttons and fields outside the visible part of
 * their table, tables that scroll sideways on a phone, and words broken in the middle. Marks such as / . - end a word.
 */
export function rowFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    ([longest, narrowest]) => {
      const faults: string[] = [];
      for (const table of document.querySelectorAll<HTMLTableElement>('main table')) {
        const scroller = table.parentElement ?? table;
        const seen = scroller.getBoundingClientRect();
        const [left, right] = [Math.max(0, seen.left), Math.min(innerWidth, seen.right)];
        scroller.scrollLeft = 0;
        if (innerWidth < narrowest && table.scrollWidth > scroller.clientWidth + 1)
          faults.push(`wider than a phone: ${table.caption?.textContent ?? table.textContent}`);
        for (const act of table.querySelectorAll('tbody :is(button, input, select, summary)')) {
          if (!act.checkVisibility()) continue;
          const box = act.getBoundingClientRect();
          if (box.left < left - 1 || box.right > right + 1)
            faults.push(`out of sight: ${act.getAttribute('aria-label') ?? act.textContent}`);
        }
      }
      const texts = document.createTreeWalker(
        document.querySelector('main') ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement?.checkVisibility() || text.parentElement.closest('pre, textarea, svg'))
          continue;
        for (const { 0: piece, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          if (piece.length > longest) continue;
          range.setStart(text, index);
          range.setEnd(text, index + piece.length);
          const lines = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          );
          if (lines.size > 1) faults.push(`broken: ${piece}`);
        }
      }
      return [...new Set(faults)];
    },
    [LONGEST_WHOLE, NARROWEST_TABLE] as const,
  );
}
