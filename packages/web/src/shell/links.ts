import { navigate } from 'wouter/use-browser-location';
import type { LinkSettings } from './route.ts';

/** How long the pointer, a finger or the focus has to rest on a link before its page is fetched. */
const INTENT_MS = 80;
/** How long a followed link waits for what the page asks, so that it need not begin as a skeleton. */
const PATIENCE_MS = 120;
/** Same host, but no pages; what begins with two slashes, the history takes for another host. */
const NO_PAGES = /^\/(\/|admin|(api|media|assets)\/)/;

/**
 * Makes every link and every form that leads to a page of this site change the page without loading a document, and
 * fetches what the page needs once the visitor seems about to follow a link. One set of listeners serves all of
 * them, those of the static parts of the document too; without script they are links and forms like any other.
 */
export function followLinks(settings: LinkSettings): void {
  let wanted: URL | undefined;
  const follow = async (url: URL) => {
    wanted = url;
    // Until its code is there, the page that is shown stays; what does not come is said on the new page.
    const page = await settings
      .findRoute(url)
      .route.load()
      .catch(() => undefined);
    const change = await pageChange(settings);
    await Promise.all([
      change?.learnTitle(page),
      Promise.race([prefetch(settings, url), new Promise((end) => setTimeout(end, PATIENCE_MS))]),
    ]);
    const go = change?.navigateInTransition ?? navigate;
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
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = [...new FormData(form)].filter(([, value]) => value) as [string, string][];
    void follow(new URL(`?${new URLSearchParams(fields)}`, form.action));
  });
  prefetchOnIntent((url) => void prefetch(settings, url));
  // Whatever the visitor does first may change the address.
  for (const type of ['pointerdown', 'keydown', 'popstate'])
    window.addEventListener(type, () => pageChange(settings), { once: true });
}

let changing: ReturnType<typeof fetchPageChange> | undefined;

/** The code that changes pages, which comes with the first sign of it; pages change without it as well. */
function pageChange(settings: LinkSettings) {
  changing ??= fetchPageChange(settings);
  return changing;
}

function fetchPageChange(settings: LinkSettings) {
  return import('./page-change.ts').then(
    ({ keepTitle, learnTitle, navigateInTransition }) => {
      keepTitle(settings);
      return { learnTitle, navigateInTransition };
    },
    () => undefined,
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
async function prefetch(settings: LinkSettings, url: URL): Promise<void> {
  const { findRoute, cache, client } = settings;
  void pageChange(settings);
  const { route, params, search } = findRoute(url);
  const page = await route.load().catch(() => {});
  const queries = page?.queries({ client, params, search }) ?? [];
  await Promise.all(queries.map((query) => cache.prefetchQuery(query)));
}
