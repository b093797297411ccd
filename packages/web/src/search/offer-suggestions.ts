import type { Client } from '@vesper/contract';

/** Once a search field is first touched, it gets a list of suggestions. Their code is loaded only then. */
export function offerSuggestions(client: Client): void {
  const offered = new WeakSet<HTMLInputElement>();
  const offer = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'search') return;
    if (offered.has(target)) return;
    offered.add(target);
    // As the page has it: letters may have been typed before the script arrived.
    const { defaultValue } = target;
    import('./suggest-box.tsx')
      .then(({ openSuggestBox }) => openSuggestBox(target, defaultValue, client))
      .catch(() => offered.delete(target));
  };
  // Before React, which keeps it to itself until it has taken over the page, when letters may have been typed.
  document.addEventListener('focusin', offer, true);
  offer({ target: document.activeElement });
}
