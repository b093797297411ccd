import type { Client } from '@vesper/contract';

/** Once a search field is first touched, it gets a list of suggestions. Their code is loaded only then. */
export function offerSuggestions(client: Client): void {
  const offered = new WeakSet<HTMLInputElement>();
  const offer = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'search') return;
    if (offered.has(target)) return;
    offered.add(target);
    // What the page was served with, as letters may have been typed before the script arrived.
    const { defaultValue } = target;
    import('./suggest-box.tsx')
      .then(({ openSuggestBox }) => openSuggestBox(target, defaultValue, client))
      .catch(() => offered.delete(target));
  };
  // In the capture phase: until React has hydrated the page, it stops the event and repeats it later.
  document.addEventListener('focusin', offer, true);
  offer({ target: document.activeElement });
}
