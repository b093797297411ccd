import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { readQuery } from '../data/answers.ts';
import { configQuery } from '../data/catalogue-queries.ts';
import type { Describe, Page } from './page.ts';
import type { LinkSettings } from './route.ts';

const describes = new Map<Page, Describe>();

/** So that the title is ready when the address changes. Never fails. */
export async function learnTitle(page: Page | undefined): Promise<void> {
  if (!page || describes.has(page)) return;
  try {
    describes.set(page, await page.loadDescribe());
  } catch {
    // Until the head is written, the site's title stays.
  }
}

/** Changes the title with the address: to the new one if its data is here, else its last one, else the site's name. */
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
  // Before React renders: wouter announces history changes.
  for (const type of ['pushState', 'replaceState', 'popstate']) window.addEventListener(type, rename, true);
}

/** The transition name under which a thumbnail grows into the player. */
const PLAYER_NAME = 'player';

/** Pages of one list, Back and Forward are instant, and everything if reduced motion is preferred. */
export function navigateInTransition(to: string): void {
  const go = () => navigate(to);
  const isOtherPage = new URL(to, location.href).pathname !== location.pathname;
  if (!isOtherPage || !document.startViewTransition || wantsNoMotion()) {
    go();
    return;
  }
  const thumbnail = shownThumbnail(to);
  name(thumbnail, PLAYER_NAME);
  const transition = document.startViewTransition(() => {
    name(thumbnail, '');
    flushSync(go);
    if (thumbnail) name(player(), PLAYER_NAME);
  });
  // Cut short by the next one, or skipped by a hidden page: not a failure.
  transition.ready.catch(() => {});
  void transition.finished.catch(() => {}).then(() => name(player(), ''));
}

function wantsNoMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Set by script, since the policy forbids style attributes. */
function name(element: HTMLElement | undefined, text: string): void {
  element?.style.setProperty('view-transition-name', text);
}

function shownThumbnail(href: string): HTMLElement | undefined {
  const pictures = document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"] [data-thumbnail]`);
  return [...pictures].find((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
}

function player(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('#main video:not([data-thumbnail] *)') ?? undefined;
}
