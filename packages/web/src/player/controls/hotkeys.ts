/** Times in seconds, volume as a fraction, `tenth` from 0 to 9. */
export type PlayerCommand =
  | { name: 'play-or-pause' | 'mute-or-unmute' | 'fullscreen' }
  | { name: 'seek-by'; seconds: number }
  | { name: 'volume-by'; step: number }
  | { name: 'seek-to-tenth'; tenth: number };

/** `control`: one of the player's; `player`: its picture; `button`: anything else to press; `page`: nothing. */
export type FocusPlace = 'field' | 'menu' | 'volume' | 'control' | 'player' | 'button' | 'page';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

const PLAY_OR_PAUSE: PlayerCommand = { name: 'play-or-pause' };
const LOUDER: PlayerCommand = { name: 'volume-by', step: 0.05 };
const SOFTER: PlayerCommand = { name: 'volume-by', step: -0.05 };
const LETTERS = new Map<string, PlayerCommand>([
  ['k', PLAY_OR_PAUSE],
  ['j', { name: 'seek-by', seconds: -10 }],
  ['l', { name: 'seek-by', seconds: 10 }],
  ['m', { name: 'mute-or-unmute' }],
  ['f', { name: 'fullscreen' }],
]);
const ARROWS = new Map<string, PlayerCommand>([
  ['ArrowLeft', { name: 'seek-by', seconds: -5 }],
  ['ArrowRight', { name: 'seek-by', seconds: 5 }],
  ['ArrowUp', LOUDER],
  ['ArrowDown', SOFTER],
]);
const VOLUME_ARROWS = new Map([...ARROWS, ['ArrowLeft', SOFTER], ['ArrowRight', LOUDER]]);

interface Circumstances {
  isInView: boolean;
  hasShortcuts: boolean;
}

/** Letters work while the player is in view, arrows only in it, the space bar where it presses nothing else. */
export function commandOf(
  pressed: Pressed,
  place: FocusPlace,
  { isInView, hasShortcuts }: Circumstances,
): PlayerCommand | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (ctrlKey || metaKey || altKey || shiftKey || isComposing || !isInView) return undefined;
  if (place === 'field' || place === 'menu') return undefined;
  const command = characterCommand(key);
  if (command) return hasShortcuts ? command : undefined;
  if (key === ' ') return place === 'page' || place === 'player' ? PLAY_OR_PAUSE : undefined;
  if (place === 'volume') return VOLUME_ARROWS.get(key);
  return place === 'player' || place === 'control' ? ARROWS.get(key) : undefined;
}

function characterCommand(key: string): PlayerCommand | undefined {
  return /^[0-9]$/.test(key) ? { name: 'seek-to-tenth', tenth: Number(key) } : LETTERS.get(key);
}

const FIELDS = 'input:not([type=range],[type=button],[type=checkbox],[type=radio]),textarea,select';
const PRESSABLE = 'a,button,summary,label,input,[role=button],[role=link],[tabindex]:not([tabindex="-1"])';

export function focusPlaceOf(target: EventTarget | null, player: Element): FocusPlace {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.isContentEditable || target.closest(`${FIELDS},[role=listbox]`)) return 'field';
  if (target.closest('[role=menu]')) return 'menu';
  if (target.closest('media-volume-range')) return 'volume';
  if (!player.contains(target)) return target.closest(PRESSABLE) ? 'button' : 'page';
  return target.closest('media-controller :not(video), button') ? 'control' : 'player';
}
