import { type RefObject, useEffect } from 'react';

/**
 * A menu of media-chrome takes the focus when it has faded in. Two things are mended here: one that is opened in the
 * frame in which it was made does not fade; and the end of a submenu's fading rises to its menu, which would take
 * the focus from it, so that each gives it back to the other without end.
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
    // Before media-chrome's own, which it adds at each opening.
    element.addEventListener('transitionend', keepToItself);
    element.addEventListener('toggle', takeFocus);
    return () => {
      element.removeEventListener('transitionend', keepToItself);
      element.removeEventListener('toggle', takeFocus);
    };
  }, [menu]);
}
