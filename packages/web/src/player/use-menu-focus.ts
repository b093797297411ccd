import { type RefObject, useEffect } from 'react';

/**
 * A media-chrome menu takes the focus once it has faded in. This fixes two bugs: a menu opened in the frame in which it
 * was created does not fade; and the end of a submenu's fade bubbles to its menu, so that the two pass the focus back
 * and forth forever.
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
