export interface Held<Value> {
  get(): Promise<Value>;
  forget(): void;
}

interface HeldOptions {
  /** Reload this long before expiry, and return the old value meanwhile: callers in transactions may hold all connections. */
  aheadMs?: number;
  nowMs?: () => number;
}

interface Loaded<Value> {
  value: Promise<Value>;
  untilMs: number;
  next?: Loaded<Value> | undefined;
}

/** Caches a value for `mostMs`. Concurrent callers share one load; failures are not kept. */
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
