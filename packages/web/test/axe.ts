import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface AxeViolation {
  id: string;
  impact: string | null | undefined;
  /** The elements, each with what is wrong with it. */
  nodes: string[];
}

/** What axe finds in a page, without its frames, by all its rules or only by some. */
export async function axeViolations(
  page: Page,
  { rules, exclude = [] }: { rules?: readonly string[] | undefined; exclude?: string[] } = {},
): Promise<AxeViolation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (asked) => {
      const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(
        { exclude: asked.exclude },
        {
          ...(asked.rules ? { runOnly: [...asked.rules] } : {}),
          iframes: false,
          // To describe all that is well takes as long as to look for what is not.
          resultTypes: ['violations'],
          // Only rules about films that play by themselves read what this would fetch.
          preload: false,
        },
      );
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
    },
    { rules, exclude },
  );
}
