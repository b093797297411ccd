import { readStored, writeStored } from '../ui/storage.ts';

/** Single-character keys can be switched off (WCAG 2.1.4). */
export const shortcutChoice = storedChoice('player_shortcuts', true);
/** Whether the next video starts by itself. */
export const nextChoice = storedChoice('player_next', false);

/** Stored as `on` or `off`, if it differs from `byDefault`. */
function storedChoice(key: string, byDefault: boolean) {
  /** Lasts for this page if local storage is forbidden. */
  let isOn: boolean | undefined;
  const onOrOff = (value: boolean) => (value ? 'on' : 'off');
  return {
    isOn(): boolean {
      isOn ??= (readStored('localStorage', key) ?? onOrOff(byDefault)) === 'on';
      return isOn;
    },
    keep(wanted: boolean): void {
      isOn = wanted;
      writeStored('localStorage', key, wanted === byDefault ? null : onOrOff(wanted));
    },
  };
}
