import { useSyncExternalStore } from 'react';

/** The current theme, for canvases that CSS cannot style. */
export function useTheme(): string {
  return useSyncExternalStore(watchTheme, () => document.documentElement.dataset.theme ?? 'dark');
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
