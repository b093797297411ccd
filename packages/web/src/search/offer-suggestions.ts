import type { Client } from '@vesper/contract';

const offered = new WeakSet<HTMLInputElement>();

/** The code of suggestions is loaded once a search field is touched. Returns how to stop. */
export function offerSuggestions(client: Client): () => void {
  const offer = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'search') return;
    if (offered.has(target)) return;
    offered.add(target);
    // What was served: letters may have been typed before the script arrived.
    const { defaultValue } = target;
    import('./suggest-box.tsx')
      .then(({ openSuggestBox }) => openSuggestBox(target, defaultValue, client))
      .catch(() => offered.delete(target));
  };
  document.addEventListener('focusin', offer);
  offer({ target: document.activeElement });
  return () => document.removeEventListener('focusin', offer);
}
