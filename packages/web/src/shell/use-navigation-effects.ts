import { isOpenPage } from '@vesper/contract';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';

type Cause = 'push' | 'other';

/** A new page starts at its top, with the focus; Back, Forward, typing, sorting and filtering move nothing. */
export function useNavigationEffects(): void {
  const { path, search } = useAddress();
  const query = search.toString();
  const cause = useLastCause();
  const shown = useRef({ path, query });
  // As the server marks the page that it serves (document/document.ts).
  useIsomorphicLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-open', isOpenPage(path));
  }, [path]);
  useIsomorphicLayoutEffect(() => {
    const before = shown.current;
    shown.current = { path, query };
    if (before.path === path && before.query === query) return;
    // Only the served page is shown in parts (styles/app.css).
    delete document.documentElement.dataset.place;
    if (cause.current !== 'push') return;
    const isOtherPage = before.path !== path;
    if (!isOtherPage && listOf(before.query) === listOf(query)) return;
    scrollToTop(isOtherPage);
    // On another page of a list the followed link may be gone.
    const isLost = document.activeElement === document.body || document.activeElement?.closest('nav') != null;
    if (isOtherPage || isLost) document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, query]);
}

/** What selects the list and its page. */
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
      // Typing adds a history entry, but leaves the visitor in place.
      cause.current = history.state?.isTyping ? 'other' : 'push';
    };
    const onOther = () => {
      cause.current = 'other';
    };
    // Captured, to run before React renders: wouter announces history changes.
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    window.addEventListener('pushState', onPush, options);
    for (const type of ['replaceState', 'popstate']) window.addEventListener(type, onOther, options);
    return () => listening.abort();
  }, []);
  return cause;
}

function scrollToTop(isOtherPage: boolean): void {
  const isSmooth = !isOtherPage && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isSmooth ? 'smooth' : 'instant' });
}
