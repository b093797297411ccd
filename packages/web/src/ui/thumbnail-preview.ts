/** How long the pointer rests on a picture before its preview starts. */
const REST_MS = 150;
const PRESS_MS = 350;

interface Intent {
  url: string;
  isTouch: boolean;
  /** Aborted when the pointer leaves, or the finger lifts or scrolls. */
  pointer: AbortSignal;
}

let removeCurrent = () => {};

/** The clip ends when the mouse leaves; after a long press, when scrolled away or on another touch. */
export async function awaitIntent(frame: HTMLElement, { url, isTouch, pointer }: Intent): Promise<void> {
  if (pointer.aborted || isSparing()) return;
  // A long press is for the preview; the title still has the browser's menu.
  if (isTouch) frame.addEventListener('contextmenu', swallow, { signal: pointer });
  await new Promise((resolve) => setTimeout(resolve, isTouch ? PRESS_MS : REST_MS));
  if (pointer.aborted || !frame.isConnected) return;
  removeCurrent();
  const remove = showClip(frame, url);
  removeCurrent = remove;
  if (isTouch) followPress(frame, remove);
  else pointer.addEventListener('abort', remove);
}

function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns a function that removes the clip. */
function showClip(frame: HTMLElement, url: string): () => void {
  const clip = document.createElement('video');
  Object.assign(clip, {
    src: url,
    muted: true,
    loop: true,
    playsInline: true,
    ariaHidden: 'true',
    tabIndex: -1,
    disablePictureInPicture: true,
    disableRemotePlayback: true,
  });
  clip.className =
    'pointer-events-none absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-200 data-playing:opacity-100';
  const observer = new IntersectionObserver(([entry]) => {
    // Also fires for a frame that React has removed.
    if (entry && !entry.isIntersecting) remove();
  });
  const remove = () => {
    observer.disconnect();
    // Without a source the transfer stops at once.
    clip.removeAttribute('src');
    clip.load();
    clip.remove();
  };
  clip.addEventListener('playing', () => clip.setAttribute('data-playing', ''));
  frame.insertBefore(clip, frame.lastElementChild);
  observer.observe(frame);
  clip.play().catch(remove);
  return remove;
}

/** Some browsers send a click after a long press; the next touch elsewhere ends the preview. */
function followPress(frame: HTMLElement, remove: () => void): void {
  const press = new AbortController();
  const { signal } = press;
  frame.addEventListener('click', swallow, { signal });
  const onNextTouch = ({ target }: PointerEvent) => {
    press.abort();
    if (!(target instanceof Node && frame.contains(target))) remove();
  };
  document.addEventListener('pointerdown', onNextTouch, { capture: true, signal });
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
