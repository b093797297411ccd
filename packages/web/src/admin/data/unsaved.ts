import { useEffect, useSyncExternalStore } from 'react';
import { callFailureOf } from '../../data/call-failure.ts';
import { createStore } from './store.ts';

const QUESTION = 'You have unsaved changes. Leave the page without saving?';
/** Unsaved input, with the address of its page. */
const forms = new Map<object, string>();
const hasForms = createStore(false);

/** While `isChanged`, asks before the page is left by a link or the history, or closed. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    forms.set(form, location.href);
    hasForms.set(true);
    window.addEventListener('beforeunload', ask);
    return () => {
      forms.delete(form);
      hasForms.set(forms.size > 0);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isChanged]);
}

/**
 * What a page shows once its record was deleted elsewhere: 'gone', or 'typed' while its forms hold unsaved input.
 * Undefined while the record exists.
 */
export function useGone(error: unknown): 'gone' | 'typed' | undefined {
  const hasUnsaved = useSyncExternalStore(hasForms.subscribe, hasForms.get);
  if (callFailureOf(error)?.status !== 404) return undefined;
  return hasUnsaved ? 'typed' : 'gone';
}

/** Whether leaving loses no input, or the administrator agreed to lose it. */
export function mayLeave(): boolean {
  return forms.size === 0 || window.confirm(QUESTION);
}

/**
 * For Back and Forward within the back office. By then the address has changed: an administrator who stays gets the
 * form's address back, as a new history entry. Call it before the router listens, since listeners run in order.
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
