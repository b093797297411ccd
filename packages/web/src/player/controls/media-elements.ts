import type { HTMLAttributes, RefAttributes } from 'react';

/** Boolean attributes are present or absent. */
interface ControlAttributes extends HTMLAttributes<HTMLElement>, RefAttributes<HTMLElement> {
  anchor?: string;
  checked?: boolean;
  nohotkeys?: boolean;
  noautohide?: boolean;
  notoggle?: boolean;
  notooltip?: boolean;
  rates?: string;
  showduration?: boolean;
  type?: 'checkbox';
}

type ControlName =
  | 'media-controller'
  | 'media-fullscreen-button'
  | 'media-loading-indicator'
  | 'media-mute-button'
  | 'media-pip-button'
  | 'media-play-button'
  | 'media-playback-rate-menu'
  | 'media-rendition-menu'
  | 'media-settings-menu'
  | 'media-settings-menu-button'
  | 'media-settings-menu-item'
  | 'media-time-display'
  | 'media-time-range'
  | 'media-volume-range';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Record<ControlName, ControlAttributes> {}
  }
}
