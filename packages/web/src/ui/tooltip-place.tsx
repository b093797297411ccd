import { type ComponentType, useEffect, useState } from 'react';

type Tooltip = ComponentType<{ first: Element }>;

/** Loads tooltips once pointer or focus reaches a control with `data-tooltip`. */
export function TooltipPlace() {
  const [shown, setShown] = useState<{ Tooltip: Tooltip; first: Element }>();
  useEffect(() => {
    if (shown) return;
    const listening = new AbortController();
    const onIntent = ({ target }: Event) => {
      const first = target instanceof Element && target.closest('[data-tooltip]');
      if (!first) return;
      listening.abort();
      import('./tooltip.tsx').then(
        (module) => setShown({ Tooltip: module.Tooltip, first }),
        // The control has a name of its own.
        () => {},
      );
    };
    document.addEventListener('mouseover', onIntent, { signal: listening.signal });
    document.addEventListener('focusin', onIntent, { signal: listening.signal });
    return () => listening.abort();
  }, [shown]);
  return shown && <shown.Tooltip first={shown.first} />;
}
