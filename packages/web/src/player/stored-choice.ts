/** Single-character keys can be switched off (WCAG 2.1.4). */
export const shortcutChoice = storedChoice('player_shortcuts', true);
/** Whether the next video starts by itself. */
export const nextChoice = storedChoice('player_next', false);

/** A player setting that the browser remembers: `on` or `off` under `key`, if it differs from `byDefault`. */
function storedChoice(key: string, byDefault: boolean) {
  /** Used if local storage is forbidden: it lasts for this page. */
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
