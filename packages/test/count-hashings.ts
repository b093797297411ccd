import { createHook } from 'node:async_hooks';

/** Counts how often this process runs Argon2, as reported by Node. */
export function countHashings() {
  let n = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') n += 1;
    },
  }).enable();
  return { total: () => n, stop: () => void hook.disable() };
}
