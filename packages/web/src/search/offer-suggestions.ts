import type { Client } from '@vesper/contract';

/** The code of suggestions is loaded once a search field is touched. */
export function offerSuggestions(client: Client): void {
  const offered = new WeakSet<HTMLInputElement>();
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
  // Captured: until React has hydrated, it stops the event and repeats it later.
  document.addEventListener('focusin', offer, true);
  offer({ target: document.activeElement });
}
