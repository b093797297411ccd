import { useEffect, useSyncExternalStore } from 'react';
import { callFailureOf } from '../../data/call-failure.ts';
import { createStore } from './store.ts';

const QUESTION = 'You have unsaved changes. Leave the page without saving?';
/** Unsaved forms, with their page's address. */
const forms = new Map<object, string>();
const hasForms = createStore(false);

/** Asks before a link, Back, Forward or closing the tab leaves the page. */
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

/** For a record that was deleted elsewhere: 'typed' while forms hold unsaved input. */
export function useGone(error: unknown): 'gone' | 'typed' | undefined {
  const hasUnsaved = useSyncExternalStore(hasForms.subscribe, hasForms.get);
  if (callFailureOf(error)?.status !== 404) return undefined;
  return hasUnsaved ? 'typed' : 'gone';
}

export function mayLeave(): boolean {
  return forms.size === 0 || window.confirm(QUESTION);
}

/** The address has changed by then: on staying, the form's is pushed again. Must listen before the router. */
export function askBeforeHistory(): void {
  window.addEventListener('popstate', stayWhereTyped);
}

function stayWhereTyped(event: PopStateEvent): void {
  const [address] = forms.values();
  if (address === undefined || address === location.href || mayLeave()) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', address);
}
