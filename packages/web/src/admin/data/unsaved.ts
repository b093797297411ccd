import { useEffect } from 'react';

const QUESTION = 'What you have typed here is not saved. Leave the page without it?';
const forms = new Set<object>();

/** While `isChanged`, whoever leaves the page by a link, or closes it, is asked first. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    forms.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      forms.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isChanged]);
}

/** Whether nothing that was typed is lost by leaving, or its writer does not mind. */
export function mayLeave(): boolean {
  return forms.size === 0 || window.confirm(QUESTION);
}
