import { type RefObject, useEffect } from 'react';
import { shortcutChoice } from '../stored-choice.ts';
import { commandOf, focusPlaceOf, type PlayerCommand } from './hotkeys.ts';

/** Commands go through the controls, so that these reflect them. */
export function useHotkeys(player: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const controller = player.current?.querySelector<HTMLElement>('media-controller');
      const video = controller?.querySelector('video');
      if (!player.current || !controller || !video || event.defaultPrevented || isBehindDialog()) return;
      const place = focusPlaceOf(event.target, player.current);
      const command = commandOf(event, place, {
        isInView: isInView(player.current),
        hasShortcuts: shortcutChoice.isOn(),
      });
      if (command) obey(command, video, controller);
      // The page must not scroll when the space bar presses a control; a native button does not scroll it.
      const isOwnControl = place === 'control' && !(event.target instanceof HTMLButtonElement);
      if (command || (event.key === ' ' && isOwnControl)) event.preventDefault();
    };
    // Captured before the browser's sliders see the arrows.
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('keydown', press, { signal, capture: true });
    player.current?.addEventListener('dblclick', enlarge, { signal });
    return () => listening.abort();
  }, [player]);
}

/** `useSideTaps` handles double taps. */
function enlarge({ target }: MouseEvent): void {
  const controller = target instanceof Element ? target.closest<HTMLElement>('media-controller') : null;
  const video = controller?.querySelector('video');
  const isPicture = target === controller || target === video;
  if (!controller || !video || !isPicture) return;
  obey({ name: 'fullscreen' }, video, controller);
}

function isInView(player: Element): boolean {
  const { top, bottom } = player.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function isBehindDialog(): boolean {
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open],[role=dialog],[role=alertdialog]');
  return [...dialogs].some((dialog) => dialog.checkVisibility());
}

export function obey(command: PlayerCommand, video: HTMLVideoElement, controller: HTMLElement): void {
  const ask = (request: string, detail?: number) =>
    controller.dispatchEvent(new CustomEvent(request, { bubbles: true, composed: true, detail }));
  switch (command.name) {
    case 'play-or-pause':
      ask(video.paused ? 'mediaplayrequest' : 'mediapauserequest');
      break;
    case 'mute-or-unmute':
      ask(video.muted || video.volume === 0 ? 'mediaunmuterequest' : 'mediamuterequest');
      break;
    case 'fullscreen':
      ask(document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest');
      break;
    case 'seek-by':
      seek(video, video.currentTime + command.seconds, ask);
      break;
    case 'seek-to-tenth':
      onceMeasured(video, () => seek(video, (video.duration * command.tenth) / 10, ask));
      break;
    case 'volume-by':
      ask('mediavolumerequest', Math.min(1, Math.max(0, video.volume + command.step)));
  }
  showControls(controller);
}

/** A loading video starts at the position sought meanwhile. */
function seek(video: HTMLVideoElement, seconds: number, ask: (request: string, detail: number) => void) {
  ask('mediaseekrequest', Math.max(0, Math.min(seconds, video.duration || Number.MAX_VALUE)));
}

/** A tenth needs the length, unknown while a video loads. */
function onceMeasured(video: HTMLVideoElement, act: () => void): void {
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) act();
  else video.addEventListener('loadedmetadata', act, { once: true });
}

/** For a moment, as if the pointer had moved over the picture. */
function showControls(controller: HTMLElement): void {
  controller.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }));
}
