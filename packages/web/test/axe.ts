import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface AxeViolation {
  id: string;
  impact: string | null | undefined;
  /** Elements, each with its fault. */
  nodes: string[];
}

/** Without the page's frames. */
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
          // Describing passed rules takes as long again.
          resultTypes: ['violations'],
          // Only rules about autoplay need it.
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
