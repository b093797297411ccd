import { useEffect, useRef, useState } from 'react';
import { shortcutChoice } from '../stored-choice.ts';

/** A checkbox in the settings menu, which toggles it itself and reports that only in `aria-checked`. */
export function ShortcutSwitch() {
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
