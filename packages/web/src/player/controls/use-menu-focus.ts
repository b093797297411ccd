import { type RefObject, useEffect } from 'react';

/**
 * Works around media-chrome: a menu opened in the frame that created it does not fade in; the end of a submenu's fade
 * bubbles, so that the two pass the focus back and forth; giving the focus back counts as a loss, recursively.
 */
export function useMenuFocus(menu: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const keepToItself = (event: Event) => {
      if (event.target !== element) event.stopImmediatePropagation();
    };
    const takeFocus = (event: Event) => {
      if (event.target !== element || element.hidden) return;
      requestAnimationFrame(() => {
        const fades = element.getAnimations().length > 0;
        if (!fades && !element.hidden && !element.contains(document.activeElement)) element.focus();
      });
    };
    let isLeaving = false;
    const leaveOnce = (event: Event) => {
      if (isLeaving) return event.stopPropagation();
      isLeaving = true;
      queueMicrotask(() => {
        isLeaving = false;
      });
    };
    // Before media-chrome's own listeners.
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('transitionend', keepToItself, { signal });
    element.addEventListener('toggle', takeFocus, { signal });
    element.addEventListener('focusout', leaveOnce, { signal, capture: true });
    return () => listening.abort();
  }, [menu]);
}
