import { useEffect, useSyncExternalStore } from 'react';
import { callFailureOf } from '../../data/call-failure.ts';

const QUESTION = 'What you have typed here is not saved. Leave the page without it?';
/** What is typed and not saved, with the address where it is. */
const forms = new Map<object, string>();
const listeners = new Set<() => void>();

/** While `isChanged`, whoever leaves the page by a link or through the history, or closes it, is asked first. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    forms.set(form, location.href);
    tell();
    window.addEventListener('beforeunload', ask);
    return () => {
      forms.delete(form);
      tell();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isChanged]);
}

/**
 * Of a page's thing that somebody else has deleted, by the error of its query: 'gone', or 'typed' while words stand in
 * its forms that would be lost with the page. Undefined where it is there.
 */
export function useGone(error: unknown): 'gone' | 'typed' | undefined {
  const hasUnsaved = useSyncExternalStore(subscribe, () => forms.size > 0);
  if (callFailureOf(error)?.status !== 404) return undefined;
  return hasUnsaved ? 'typed' : 'gone';
}

/** Whether nothing that was typed is lost by leaving, or its writer does not mind. */
export function mayLeave(): boolean {
  return forms.size === 0 || window.confirm(QUESTION);
}

/**
 * For the browser's Back and Forward between pages of the back office. The address has changed already when they are
 * told of: whoever stays gets the one where the form is again, as a new entry of the history. To be called
 * before the router listens: listeners are told in the order in which they came.
 */
export function askBeforeHistory(): void {
  window.addEventListener('popstate', stayWhereTyped);
}

function stayWhereTyped(event: PopStateEvent): void {
  const [address] = forms.values();
  if (address === undefined || address === location.href || mayLeave()) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', address);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
