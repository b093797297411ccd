import { isOpenPage } from '@vesper/contract';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';

type Cause = 'push' | 'other';

/**
 * What a browser does when it loads a page, but not when a script changes the address: a new page starts at its top, with
 * the focus at its start. Back and Forward keep the browser's own positions; a replaced address (typing in the search
 * box) and changed sorts and filters of a list move nothing.
 */
export function useNavigationEffects(): void {
  const { path, search } = useAddress();
  const query = search.toString();
  const cause = useLastCause();
  const shown = useRef({ path, query });
  // As the server says it of the page that it served (document/document.ts).
  useIsomorphicLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-open', isOpenPage(path));
  }, [path]);
  useIsomorphicLayoutEffect(() => {
    const before = shown.current;
    shown.current = { path, query };
    if (before.path === path && before.query === query) return;
    // What comes after the served page is shown at once (styles/app.css).
    delete document.documentElement.dataset.place;
    if (cause.current !== 'push') return;
    const isOtherPage = before.path !== path;
    if (!isOtherPage && listOf(before.query) === listOf(query)) return;
    scrollToTop(isOtherPage);
    // On another page of a list, the followed link may be gone or elsewhere.
    const isLost = document.activeElement === document.body || document.activeElement?.closest('nav') != null;
    if (isOtherPage || isLost) document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, query]);
}

/** The part of the query that selects the list and its page. */
function listOf(query: string): string {
  const search = new URLSearchParams(query);
  return JSON.stringify([search.get('search'), search.get('page')]);
}

/** Layout effects on the server make React warn. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function useLastCause() {
  const cause = useRef<Cause>('other');
  useEffect(() => {
    const onPush = () => {
      // Typing adds a history entry, but the visitor stays in place.
      cause.current = history.state?.isTyping ? 'other' : 'push';
    };
    const onOther = () => {
      cause.current = 'other';
    };
    // wouter announces history changes; listening first, this runs before React renders.
    window.addEventListener('pushState', onPush, true);
    window.addEventListener('replaceState', onOther, true);
    window.addEventListener('popstate', onOther, true);
    return () => {
      window.removeEventListener('pushState', onPush, true);
      window.removeEventListener('replaceState', onOther, true);
      window.removeEventListener('popstate', onOther, true);
    };
  }, []);
  return cause;
}

function scrollToTop(isOtherPage: boolean): void {
  const isSmooth = !isOtherPage && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isSmooth ? 'smooth' : 'instant' });
}
