/** A poll on a dead connection is given up. */
const HUNG_MS = 6000;
const NAMES_A_QUERY = 1000;

interface LooksOptions {
  everyMs: number;
  look: (beganAt: number) => Promise<void>;
  now: () => number;
}

/** Polls at an interval, one poll at a time. */
export function createLooks({ everyMs, look, now }: LooksOptions) {
  let timer: NodeJS.Timeout | undefined;
  let lookingSince: number | undefined;

  async function lookNow(): Promise<void> {
    const beganAt = now();
    if (lookingSince !== undefined && beganAt - lookingSince < HUNG_MS) return;
    lookingSince = beganAt;
    await look(beganAt).finally(() => {
      if (lookingSince === beganAt) lookingSince = undefined;
    });
  }

  return {
    lookNow,
    begin(): void {
      timer ??= setInterval(lookNow, everyMs).unref();
    },
    pause(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** In batches; asks once even without names. */
export async function findInTurns(
  names: readonly string[],
  find: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from === 0 || from < names.length; from += NAMES_A_QUERY)
    for (const name of await find(names.slice(from, from + NAMES_A_QUERY))) found.add(name);
  return found;
}
