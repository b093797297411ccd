/** Single letters and digits as keys can be switched off, as WCAG 2.1.4 asks. */
export const shortcutChoice = storedChoice('player_shortcuts', true);
/** Whether the next video follows by itself. */
export const nextChoice = storedChoice('player_next', false);

/** A switch of the player that a browser remembers: `on` or `off` under `key`, where it differs from `byDefault`. */
function storedChoice(key: string, byDefault: boolean) {
  /** Holds where local storage is forbidden: for this page then. */
  let isOn: boolean | undefined;
  const read = () => {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? byDefault : stored === 'on';
    } catch {
      return byDefault;
    }
  };
  return {
    isOn(): boolean {
      isOn ??= read();
      return isOn;
    },
    keep(wanted: boolean): void {
      isOn = wanted;
      try {
        if (wanted === byDefault) localStorage.removeItem(key);
        else localStorage.setItem(key, wanted ? 'on' : 'off');
      } catch {
        // See isOn.
      }
    },
  };
}
