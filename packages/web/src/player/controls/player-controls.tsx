import './player-controls.css';
import './control-elements.ts';
import './media-elements.ts';
import { ChevronLeft, ChevronsLeft, ChevronsRight, Settings } from 'lucide-react';
import type { MediaController } from 'media-chrome/media-controller';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { shortcutChoice } from '../stored-choice.ts';
import { useHotkeys } from './use-hotkeys.ts';
import { useMenuFocus } from './use-menu-focus.ts';
import { useSeekBarWords } from './use-seek-bar-words.ts';
import { type SideSeek, useSideTaps } from './use-side-taps.ts';

interface PlayerControlsProps {
  player: RefObject<HTMLElement | null>;
  hasQualities: boolean;
}

export function PlayerControls({ player, hasQualities }: PlayerControlsProps) {
  useHotkeys(player);
  useSeekBarWords(player);
  const seek = useSideTaps(player);
  const isNear = useNearness(player);
  useEffect(() => {
    const controller = player.current?.querySelector<MediaController>('media-controller');
    // The whole player, overlays included.
    if (controller && player.current) controller.fullscreenElement = player.current;
  }, [player]);
  return (
    <>
      <media-loading-indicator slot="centered-chrome" noautohide>
        <Spinner />
      </media-loading-indicator>
      {seek && <SeekHint {...seek} />}
      {isNear && <SettingsMenu hasQualities={hasQualities} />}
      <div className="player-chrome">
        <media-time-range />
        <div className="player-row">
          <media-play-button notooltip title="Play or pause (k)" />
          <media-mute-button notooltip title="Mute (m)" />
          <media-volume-range />
          <media-time-display showduration notoggle />
          <span className="player-gap" />
          <media-settings-menu-button notooltip title="Settings">
            <Settings aria-hidden slot="icon" className="player-gear" />
          </media-settings-menu-button>
          <media-pip-button notooltip title="Picture in picture" />
          <media-fullscreen-button notooltip title="Full screen (f)" />
        </div>
      </div>
    </>
  );
}

/** For elements that stay when the controls hide. */
const STAYS = { noautohide: '' };

function SeekHint({ side, seconds }: SideSeek) {
  const Icon = side === 'left' ? ChevronsLeft : ChevronsRight;
  return (
    <p aria-hidden slot="centered-chrome" {...STAYS} data-side={side} className="player-seek-hint">
      <Icon className="size-6" />
      {seconds} seconds
    </p>
  );
}

/** The menu is the heaviest part: it is built once pointer, finger or focus reaches the player. */
function useNearness(player: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const onNear = () => {
      listening.abort();
      // At once: the same tap may be about to open it.
      flushSync(() => setIsNear(true));
    };
    for (const sign of ['pointerover', 'pointermove', 'pointerdown', 'focusin'])
      player.current?.addEventListener(sign, onNear, { signal: listening.signal });
    return () => listening.abort();
  }, [player]);
  return isNear;
}

function SettingsMenu({ hasQualities }: Omit<PlayerControlsProps, 'player'>) {
  const menu = useRef<HTMLElement>(null);
  useMenuFocus(menu);
  return (
    <media-settings-menu ref={menu} hidden anchor="auto">
      {/* Instead of media-chrome's back button, which is not a menu item: there is nowhere to go back to. */}
      <span slot="header" hidden />
      <media-settings-menu-item>
        Speed
        <media-playback-rate-menu slot="submenu" hidden rates="0.5 0.75 1 1.25 1.5 1.75 2">
          <BackButton from="Speed" />
        </media-playback-rate-menu>
      </media-settings-menu-item>
      {hasQualities && (
        <media-settings-menu-item>
          Quality
          <media-rendition-menu slot="submenu" hidden>
            <BackButton from="Quality" />
          </media-rendition-menu>
        </media-settings-menu-item>
      )}
      <ShortcutSwitch />
    </media-settings-menu>
  );
}

/** media-chrome toggles it, and reports that only in `aria-checked`. */
function ShortcutSwitch() {
  const item = useRef<HTMLElement>(null);
  const [isOn, setIsOn] = useState(shortcutChoice.isOn);
  useEffect(() => {
    if (!item.current) return;
    const observer = new MutationObserver(() => {
      const isChecked = item.current?.ariaChecked === 'true';
      shortcutChoice.keep(isChecked);
      setIsOn(isChecked);
    });
    observer.observe(item.current, { attributeFilter: ['aria-checked'] });
    return () => observer.disconnect();
  }, []);
  return (
    <media-settings-menu-item ref={item} type="checkbox" checked={isOn}>
      Keyboard shortcuts
      <span slot="suffix" aria-hidden className="player-choice">
        {isOn ? 'On' : 'Off'}
      </span>
    </media-settings-menu-item>
  );
}

/** Instead of media-chrome's own, which is not a menu item. */
function BackButton({ from }: { from: string }) {
  return (
    <button type="button" role="menuitem" slot="header" part="back" tabIndex={-1} className="player-back">
      <ChevronLeft aria-hidden className="size-4" />
      <span className="sr-only">Back from </span>
      {from}
    </button>
  );
}

function Spinner() {
  return (
    <svg aria-hidden slot="icon" viewBox="0 0 50 50" className="player-spinner">
      <circle cx="25" cy="25" r="18" stroke="rgb(255 255 255 / .25)" strokeWidth="4" />
      <path d="M25 7a18 18 0 0 1 18 18" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
