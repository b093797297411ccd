export interface Held<Value> {
  get(): Promise<Value>;
  /** The next to ask gets what is then. */
  forget(): void;
}

interface HeldOptions {
  /**
   * So long before its end the next caller has it loaded again, and still gets what is held. For values that are read
   * within transactions: these could hold all connections while the loading waits for one.
   */
  aheadMs?: number;
  nowMs?: () => number;
}

interface Loaded<Value> {
  value: Promise<Value>;
  untilMs: number;
  /** Takes its place once it is there. */
  next?: Loaded<Value> | undefined;
}

/**
 * Keeps what was loaded for at most `mostMs` milliseconds. Callers in the meantime, also during the loading, share one
 * loading. What failed is not kept.
 */
export function createHeld<Value>(
  load: () => Promise<Value>,
  mostMs: number,
  { aheadMs = 0, nowMs = () => performance.now() }: HeldOptions = {},
): Held<Value> {
  let held: Loaded<Value> | undefined;

  function begin(): Loaded<Value> {
    const loaded = { value: load(), untilMs: nowMs() + mostMs };
    loaded.value.catch(() => {
      if (held === loaded) held = undefined;
    });
    return loaded;
  }

  function loadAhead(former: Loaded<Value>): void {
    const next = begin();
    former.next = next;
    next.value.then(
      () => {
        if (held === former) held = next;
      },
      () => {
        former.next = undefined;
      },
    );
  }

  return {
    get() {
      const now = nowMs();
      if (!held || now >= held.untilMs) held = held?.next ?? begin();
      else if (now >= held.untilMs - aheadMs && !held.next) loadAhead(held);
      return held.value;
    },
    forget() {
      held = undefined;
    },
  };
}
