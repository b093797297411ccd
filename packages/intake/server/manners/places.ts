import { orAborted } from '@vesper/core/lib/outbound/transfer-control.ts';

export type Places = ReturnType<typeof createPlaces>;

interface Host {
  taken: number;
  waiting: { limit: number; go: () => void }[];
}

/** Limits concurrent requests per host. In memory, per process: there is usually one worker. */
export function createPlaces() {
  const hosts = new Map<string, Host>();

  function wakeNext(name: string, host: Host): void {
    const first = host.waiting[0];
    if (first && host.taken < first.limit) {
      host.waiting.shift();
      host.taken += 1;
      first.go();
    } else if (host.taken === 0 && !first) hosts.delete(name);
  }

  function release(name: string, host: Host): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      host.taken -= 1;
      wakeNext(name, host);
    };
  }

  return {
    /** First come, first served. Call the result to free the place. Throws the signal's reason. */
    async take(name: string, limit: number, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      const host = hosts.get(name) ?? { taken: 0, waiting: [] };
      hosts.set(name, host);
      const free = release(name, host);
      if (host.taken < limit && host.waiting.length === 0) {
        host.taken += 1;
        return free;
      }
      let here = false;
      const turn = new Promise<void>((resolve) => {
        const go = () => {
          here = true;
          resolve();
        };
        host.waiting.push({ limit, go });
      });
      const mine = host.waiting.at(-1);
      try {
        await orAborted(turn, signal);
      } catch (error) {
        // The turn may come just as the caller gives up.
        if (here) free();
        else {
          host.waiting = host.waiting.filter((one) => one !== mine);
          wakeNext(name, host);
        }
        throw error;
      }
      return free;
    },
  };
}
