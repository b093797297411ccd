import { type RefObject, useEffect } from 'react';

/**
 * A media-chrome menu takes the focus once it has faded in. This fixes three bugs: a menu opened in the frame in which it
 * was created does not fade; the end of a submenu's fade bubbles to its menu, so that the two pass the focus back and
 * forth forever; and a menu that loses the focus and gives it back takes that for another loss, until the stack
 * overflows.
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
    // Before media-chrome's own, which it adds at each opening.
    element.addEventListener('transitionend', keepToItself);
    element.addEventListener('toggle', takeFocus);
    element.addEventListener('focusout', leaveOnce, true);
    return () => {
      element.removeEventListener('transitionend', keepToItself);
      element.removeEventListener('toggle', takeFocus);
      element.removeEventListener('focusout', leaveOnce, true);
    };
  }, [menu]);
}
