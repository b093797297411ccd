import { type ComponentType, useEffect, useState } from 'react';

type Tooltip = ComponentType<{ first: Element }>;

/**
 * Where tooltips appear: over controls with a `data-tooltip` text. Their code is loaded when the pointer or the focus
 * first reaches such a control.
 */
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
        // The control has its own name, so it works without the tooltip.
        () => {},
      );
    };
    document.addEventListener('mouseover', onIntent, { signal: listening.signal });
    document.addEventListener('focusin', onIntent, { signal: listening.signal });
    return () => listening.abort();
  }, [shown]);
  return shown && <shown.Tooltip first={shown.first} />;
}
