import type { Client } from '@vesper/contract';

/** Once a search field is first touched, it gets a list of suggestions. Their code is loaded only then. */
export function offerSuggestions(client: Client): void {
  const offer = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'search') return;
    const { value } = target;
    import('./suggest-box.tsx')
      .then(({ openSuggestBox }) => openSuggestBox(target, value, client))
      .catch(() => {});
  };
  document.addEventListener('focusin', offer);
  offer({ target: document.activeElement });
}
