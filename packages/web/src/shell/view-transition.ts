import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';

/** The name of the transition in which a thumbnail grows into the player. */
const PLAYER_NAME = 'player';

/**
 * Navigates to an address of this site, in a view transition if the browser supports it. Pages of one list, Back and
 * Forward stay instant, and so does everything for visitors who prefer reduced motion.
 */
export function navigateInTransition(to: string): void {
  const go = () => navigate(to);
  const isOtherPage = new URL(to, location.href).pathname !== location.pathname;
  if (!isOtherPage || !document.startViewTransition || wantsNoMotion()) {
    go();
    return;
  }
  const thumbnail = shownThumbnail(to);
  name(thumbnail, PLAYER_NAME);
  const transition = document.startViewTransition(() => {
    name(thumbnail, '');
    flushSync(go);
    if (thumbnail) name(player(), PLAYER_NAME);
  });
  // A transition cut short by the next one, or skipped by a hidden page, is not a failure.
  transition.ready.catch(() => {});
  void transition.finished.catch(() => {}).then(() => name(player(), ''));
}

function wantsNoMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Set by script, since the policy forbids style attributes. */
function name(element: HTMLElement | undefined, text: string): void {
  element?.style.setProperty('view-transition-name', text);
}

/** The picture in view that leads to an address. */
function shownThumbnail(href: string): HTMLElement | undefined {
  const pictures = document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"] [data-thumbnail]`);
  return [...pictures].find((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
}

function player(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('#main video:not([data-thumbnail] *)') ?? undefined;
}
