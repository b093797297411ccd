/** How long a pointer has to rest on a picture, or a finger to lie on it, before the picture moves. */
const REST_MS = 150;
const PRESS_MS = 350;

interface Intent {
  url: string;
  isTouch: boolean;
  /** Aborted when the pointer leaves, which for a finger is when it is lifted or begins to scroll. */
  pointer: AbortSignal;
}

/** Takes away what is shown now; there is one preview at a time. */
let removeCurrent = () => {};

/**
 * Shows the silent clip at `url` over a picture once the pointer, which is on it now, has stayed long enough. A
 * mouse ends it by leaving; after a long press it goes on until it is scrolled away or something else is touched.
 * Nothing happens where motion or traffic is to be spared, nor when the clip cannot be played.
 */
export async function awaitIntent(frame: HTMLElement, { url, isTouch, pointer }: Intent): Promise<void> {
  if (pointer.aborted || isSparing()) return;
  // A long press is for the preview here; the title beside it still opens the browser's menu.
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

/** Lays the clip under the badges and fades it in with its first picture. Answers how to take it away. */
function showClip(frame: HTMLElement, url: string): () => void {
  const clip = document.createElement('video');
  Object.assign(clip, {
    src: url,
    muted: true,
    loop: true,
    playsInline: true,
    ariaHidden: 'true',
    tabIndex: -1,
  });
  Object.assign(clip, { disablePictureInPicture: true, disableRemotePlayback: true });
  clip.className =
    'pointer-events-none absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-200 data-playing:opacity-100';
  const observer = new IntersectionObserver(([entry]) => {
    // A frame that React has removed is out of sight too.
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

/** The click that some browsers send after a long press is no click; the next touch elsewhere ends the preview. */
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
