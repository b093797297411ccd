export interface Held<Value> {
  get(): Promise<Value>;
  /** The next to ask gets what is then. */
  forget(): void;
}

/**
 * Keeps what was loaded for at most `mostMs` milliseconds. Callers in the meantime, also during the loading, share one
 * loading. What failed is not kept.
 */
export function createHeld<Value>(
  load: () => Promise<Value>,
  mostMs: number,
  nowMs: () => number = () => performance.now(),
): Held<Value> {
  let held: { value: Promise<Value>; untilMs: number } | undefined;
  return {
    get() {
      if (held && nowMs() < held.untilMs) return held.value;
      const loaded = { value: load(), untilMs: nowMs() + mostMs };
      held = loaded;
      loaded.value.catch(() => {
        if (held === loaded) held = undefined;
      });
      return loaded.value;
    },
    forget() {
      held = undefined;
    },
  };
}
