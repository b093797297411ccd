import { readQuery } from '../data/answers.ts';
import { configQuery } from '../data/catalogue-queries.ts';
import type { Describe, Page } from './page.ts';
import type { LinkSettings } from './route.ts';

export { navigateInTransition } from './view-transition.ts';

const describes = new Map<Page, Describe>();

/** Loads what names a page, so that its title is ready when the address changes. Never fails. */
export async function learnTitle(page: Page | undefined): Promise<void> {
  if (!page || describes.has(page)) return;
  try {
    describes.set(page, await page.loadDescribe());
  } catch {
    // The site's title then stays until the head is written.
  }
}

/**
 * Changes the tab's title in the same task as the address: to the new page's title if its data is here, else to its
 * title from before, else to the site's name. The rest of the head follows.
 */
export function keepTitle({ findRoute, cache, client }: LinkSettings): void {
  const titles = new Map<string, string>();
  let shown = location.pathname + location.search;
  const titleOf = (url: URL): string | undefined => {
    const { route, params, search } = findRoute(url);
    const page = route.page();
    const config = readQuery(cache, configQuery(client));
    if (!page || !config) return undefined;
    const context = { client, cache, config, params, search, origin: location.origin };
    const title = describes.get(page)?.(context)?.head.title;
    // Remembered for next time.
    void learnTitle(page);
    return title ?? titles.get(url.pathname + url.search) ?? config.siteName;
  };
  const rename = () => {
    const url = new URL(location.href);
    const address = url.pathname + url.search;
    if (address === shown) return;
    titles.set(shown, document.title);
    shown = address;
    document.title = titleOf(url) ?? document.title;
  };
  void learnTitle(findRoute(new URL(location.href)).route.page());
  // wouter announces history changes; listening first, this runs before React renders.
  for (const type of ['pushState', 'replaceState', 'popstate']) window.addEventListener(type, rename, true);
}
