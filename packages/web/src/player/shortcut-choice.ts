/** Local storage entry of a visitor who wants no letters and digits as keys of the player. */
const SHORTCUTS_KEY = 'player_shortcuts';

/** Holds where local storage is forbidden: for this page then. */
let areOn: boolean | undefined;

/** Single letters and digits can be switched off, as WCAG 2.1.4 asks. */
export function areShortcutsOn(): boolean {
  areOn ??= readStored();
  return areOn;
}

export function keepShortcuts(wanted: boolean): void {
  areOn = wanted;
  try {
    if (wanted) localStorage.removeItem(SHORTCUTS_KEY);
    else localStorage.setItem(SHORTCUTS_KEY, 'off');
  } catch {
    // See areOn.
  }
}

function readStored(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS_KEY) !== 'off';
  } catch {
    return true;
  }
}
