import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { mayLeave } from './data/unsaved.ts';
import { findPage } from './pages/index.ts';

/** Links between back-office pages navigate without a page load; all others are plain links. */
export function useLinks(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.href || link.target || link.hasAttribute('download')) return;
      const url = new URL(link.href);
      if (url.origin !== location.origin || url.hash || !findPage(url.pathname)) return;
      event.preventDefault();
      if (!mayLeave()) return;
      navigate(url.pathname + url.search);
      window.scrollTo(0, 0);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}
