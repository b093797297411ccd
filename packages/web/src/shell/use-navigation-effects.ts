import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAddress } from './address.ts';

type Cause = 'push' | 'other';

/**
 * What a browser does by itself when it loads a page, and does not when a script changes the address: a new
 * page begins at its top, with the focus at its beginning. Back and Forward keep the browser's own places; a
 * replaced address (typing in the search box) and other sorts and filters of a list move nothing.
 */
export function useNavigationEffects(): void {
  const { path, search } = useAddress();
  const query = search.toString();
  const cause = useLastCause();
  const shown = useRef({ path, query });
  useIsomorphicLayoutEffect(() => {
    const before = shown.current;
    shown.current = { path, query };
    if (cause.current !== 'push') return;
    const isOtherPage = before.path !== path;
    if (!isOtherPage && listOf(before.query) === listOf(query)) return;
    scrollToTop(isOtherPage);
    // On another page of a list, what was followed may be gone, or stand where it should not.
    const isLost = document.activeElement === document.body || document.activeElement?.closest('nav') != null;
    if (isOtherPage || isLost) document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, query]);
}

/** The part of the query that says which list is shown, and which page of it. */
function listOf(query: string): string {
  const search = new URLSearchParams(query);
  return JSON.stringify([search.get('search'), search.get('page')]);
}

/** There is no layout on the server, and React says so aloud. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function useLastCause() {
  const cause = useRef<Cause>('other');
  useEffect(() => {
    const onPush = () => {
      // Typing opens an entry of its own, but the visitor stays where they are.
      cause.current = history.state?.isTyping ? 'other' : 'push';
    };
    const onOther = () => {
      cause.current = 'other';
    };
    // wouter announces what it does with the history; listening first, we hear it before React renders.
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
