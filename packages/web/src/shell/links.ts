import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { navigate } from 'wouter/use-browser-location';
import type { RouteFinder } from './route.ts';

interface LinkSettings {
  findRoute: RouteFinder;
  cache: QueryClient;
  client: Client;
}

/** How long the pointer, a finger or the focus has to rest on a link before its page is fetched. */
const INTENT_MS = 80;
/** How long a followed link waits for what the page asks, so that it need not begin as a skeleton. */
const PATIENCE_MS = 120;
/** Same host, but no pages; what begins with two slashes, the history takes for another host. */
const NO_PAGES = /^\/(\/|admin|(api|media|assets)\/)/;

/**
 * Makes every link to a page of this site change the page without loading a document anew, and fetches what
 * the page needs once the visitor seems about to follow it. One set of listeners serves all links, those of
 * the static parts of the document too; without script they are links like any other.
 */
export function followLinks(settings: LinkSettings): void {
  let wanted: URL | undefined;
  const follow = async (url: URL) => {
    wanted = url;
    // Until its code is there, the page that is shown stays; what does not come is said on the new page.
    await settings
      .findRoute(url)
      .route.load()
      .catch(() => {});
    await Promise.race([prefetch(settings, url), new Promise((end) => setTimeout(end, PATIENCE_MS))]);
    const go = await wayOfGoing();
    if (wanted === url) go(url.pathname + url.search + url.hash);
  };
  window.addEventListener('popstate', () => {
    wanted = undefined;
  });
  document.addEventListener('click', (event) => {
    const url = isPlainClick(event) ? pageAddressOf(event) : undefined;
    if (!url || event.defaultPrevented || isPlaceOnPage(url)) return;
    event.preventDefault();
    void follow(url);
  });
  prefetchOnIntent((url) => void prefetch(settings, url));
}

/** In a view transition, whose code comes with the first intent; without it as well. */
function wayOfGoing(): Promise<(to: string) => void> {
  return import('./view-transition.ts').then(
    ({ navigateInTransition }) => navigateInTransition,
    () => navigate,
  );
}

/** Resting on a link is intent; passing over it, scrolling with it, or its coming under the pointer is not. */
function prefetchOnIntent(onIntent: (url: URL) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointer = { x: -1, y: -1 };
  const forget = () => clearTimeout(timer);
  const rest = (event: Event) => {
    forget();
    const url = pageAddressOf(event);
    if (url) timer = setTimeout(onIntent, INTENT_MS, url);
  };
  document.addEventListener('mousemove', ({ clientX, clientY }) => {
    pointer = { x: clientX, y: clientY };
  });
  document.addEventListener('mouseover', (event) => {
    if (event.clientX !== pointer.x || event.clientY !== pointer.y) rest(event);
    else forget();
  });
  for (const type of ['focusin', 'touchstart']) document.addEventListener(type, rest, { passive: true });
  for (const type of ['focusout', 'touchmove', 'touchcancel'])
    document.addEventListener(type, forget, { passive: true });
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** The page that the link under an event leads to; undefined for what is no link or leads elsewhere. */
function pageAddressOf({ target }: Event): URL | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && !NO_PAGES.test(url.pathname) ? url : undefined;
}

/** A link to a place on the page that is shown is the browser's own business. */
function isPlaceOnPage(url: URL): boolean {
  return url.hash !== '' && url.pathname + url.search === location.pathname + location.search;
}

/** Never fails: the visitor may not go there, and if they do, it is tried again and said then. */
async function prefetch({ findRoute, cache, client }: LinkSettings, url: URL): Promise<void> {
  void wayOfGoing();
  const { route, params, search } = findRoute(url);
  const page = await route.load().catch(() => {});
  const queries = page?.queries({ client, params, search }) ?? [];
  await Promise.all(queries.map((query) => cache.prefetchQuery(query)));
}
