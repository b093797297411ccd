/** After this long a poll counts as hung, as on a dead connection, and the next one starts. */
const HUNG_MS = 6000;
const NAMES_A_QUERY = 1000;

interface PollingOptions {
  everyMs: number;
  poll: (beganAt: number) => Promise<void>;
  now: () => number;
}

/** Polls at an interval, one poll at a time. */
export function createPolling({ everyMs, poll, now }: PollingOptions) {
  let timer: NodeJS.Timeout | undefined;
  let pollingSince: number | undefined;

  async function pollNow(): Promise<void> {
    const beganAt = now();
    if (pollingSince !== undefined && beganAt - pollingSince < HUNG_MS) return;
    pollingSince = beganAt;
    await poll(beganAt).finally(() => {
      if (pollingSince === beganAt) pollingSince = undefined;
    });
  }

  return {
    pollNow,
    begin(): void {
      timer ??= setInterval(pollNow, everyMs).unref();
    },
    pause(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** In batches; queries once even without names. */
export async function findInBatches(
  names: readonly string[],
  find: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from === 0 || from < names.length; from += NAMES_A_QUERY)
    for (const name of await find(names.slice(from, from + NAMES_A_QUERY))) found.add(name);
  return found;
}
