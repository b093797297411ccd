import * as Radix from 'radix-ui/tooltip';
import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

const SELECTOR = '[data-tooltip]';

/** One for all controls: its trigger is an empty box over the control, whose events are forwarded to it. */
export function Tooltip({ first }: { first: Element }) {
  const [control, setControl] = useState(first);
  const trigger = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: string, listen: (event: Event) => void) =>
      document.addEventListener(type, listen, { signal: listening.signal });
    const enter = (event: Event) => {
      const found = event.target instanceof Element && event.target.closest(SELECTOR);
      if (found) setControl(found);
    };
    on('mouseover', enter);
    on('focusin', enter);
    return () => listening.abort();
  }, []);
  useEffect(() => {
    if (trigger.current) return follow(control, trigger.current);
  }, [control]);
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>
          <span ref={trigger} aria-hidden className="pointer-events-none fixed" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            aria-hidden
            className="z-50 max-w-64 rounded-lg bg-text px-2.5 py-1.5 text-xs font-medium text-ground select-none"
          >
            {control.getAttribute('data-tooltip')}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

function follow(control: Element, trigger: HTMLElement): () => void {
  const listening = new AbortController();
  const tell = (event: Event) => trigger.dispatchEvent(event);
  const pass = (type: string, as: string) =>
    control.addEventListener(type, (event) => tell(pointerEvent(as, event)), { signal: listening.signal });
  cover(control, trigger);
  pass('pointermove', 'pointermove');
  // React detects leaving by one, Radix by the other.
  pass('pointerleave', 'pointerout');
  pass('pointerleave', 'pointerleave');
  pass('pointerdown', 'pointerdown');
  control.addEventListener('blur', () => tell(new FocusEvent('focusout', { bubbles: true })), {
    signal: listening.signal,
  });
  if (control.matches(':focus-visible')) tell(new FocusEvent('focusin', { bubbles: true }));
  else if (control.matches(':hover')) tell(pointerEvent('pointermove'));
  return () => {
    listening.abort();
    tell(pointerEvent('pointerout'));
  };
}

/** Radix needs the position, to let the pointer move from the control to the tooltip. */
function pointerEvent(type: string, { clientX = 0, clientY = 0 }: Partial<PointerEvent> = {}): Event {
  const where = { clientX, clientY, relatedTarget: document.body };
  return new PointerEvent(type, { bubbles: type !== 'pointerleave', pointerType: 'mouse', ...where });
}

function cover(control: Element, trigger: HTMLElement): void {
  const { left, top, width, height } = control.getBoundingClientRect();
  Object.assign(trigger.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}
