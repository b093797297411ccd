/** A key's command: times in seconds, volume as a fraction, `tenth` from 0 to 9. */
export type PlayerCommand =
  | { name: 'play-or-pause' | 'mute-or-unmute' | 'fullscreen' }
  | { name: 'seek-by'; seconds: number }
  | { name: 'volume-by'; step: number }
  | { name: 'seek-to-tenth'; tenth: number };

/**
 * Where the focus is: in a `field` that accepts typing, in an open `menu`, on the `volume` slider, on a `control` of the
 * player or its picture (`player`), on something else to press (`button`), or on nothing (`page`).
 */
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

/** What else decides: whether the player is visible, and whether letter keys are on. */
interface Circumstances {
  isInView: boolean;
  hasShortcuts: boolean;
}

/**
 * Letters and digits work on the whole page while the player is visible, arrows only in the player, so that the page
 * still scrolls, and the space bar wherever nothing else can be pressed. Combinations belong to the browser and the
 * system; fields and menus keep their own keys.
 */
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
