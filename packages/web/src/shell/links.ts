import { navigate } from 'wouter/use-browser-location';
import type { LinkSettings } from './route.ts';

/** How long the pointer rests on a link before its page is prefetched. */
const INTENT_MS = 80;
/** A followed link waits this long for data, to avoid a skeleton. */
const PATIENCE_MS = 120;
/** Not pages; and the history API takes two leading slashes for another host. */
const NO_PAGES = /^\/(\/|admin|(api|media|assets)\/)/;

/** One set of listeners for all links and forms, the document's static parts included: they navigate in place. */
export function followLinks(settings: LinkSettings): void {
  let wanted: URL | undefined;
  const follow = async (url: URL) => {
    wanted = url;
    // The current page stays until the new one's code has loaded; the new one reports failures.
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
    const form = event.target as HTMLFormElement;
    // A posted form is answered with a page of its own.
    if (event.defaultPrevented || form.method === 'post') return;
    event.preventDefault();
    const fields = [...new FormData(form)].filter(([, value]) => value) as [string, string][];
    void follow(new URL(`?${new URLSearchParams(fields)}`, form.action));
  });
  prefetchOnIntent((url) => void prefetch(settings, url));
  // The visitor's first action may change the address.
  for (const type of ['pointerdown', 'keydown', 'popstate'])
    window.addEventListener(type, () => pageChange(settings), { once: true });
}

type PageChange = Pick<typeof import('./page-change.ts'), 'learnTitle' | 'navigateInTransition'>;
let changing: Promise<PageChange | undefined> | undefined;

/** Loaded on the first sign of a navigation, which works without it. */
function pageChange(settings: LinkSettings) {
  changing ??= import('./page-change.ts').then(
    ({ keepTitle, learnTitle, navigateInTransition }) => {
      keepTitle(settings);
      return { learnTitle, navigateInTransition };
    },
    () => undefined,
  );
  return changing;
}

/** Resting on a link shows intent; passing over it or scrolling under the pointer does not. */
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

function pageAddressOf({ target }: Event): URL | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && !NO_PAGES.test(url.pathname) ? url : undefined;
}

/** Left to the browser. */
function isPlaceOnPage(url: URL): boolean {
  return url.hash !== '' && url.pathname + url.search === location.pathname + location.search;
}

/** Never fails: following the link retries, and shows a failure. */
async function prefetch(settings: LinkSettings, url: URL): Promise<void> {
  const { findRoute, cache, client } = settings;
  void pageChange(settings);
  const { route, params, search } = findRoute(url);
  const page = await route.load().catch(() => {});
  const queries = page?.queries?.({ client, params, search }) ?? [];
  await Promise.all(queries.map((query) => cache.prefetch(query)));
}
