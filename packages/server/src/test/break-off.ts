import type { FsStorage } from '../kernel/storage/fs-storage.ts';
import { createStorages, type Storages } from '../kernel/storage/storage.ts';

export interface BreakingOff {
  signal: AbortSignal;
  /** To be called between steps: throws, and aborts the signal, at the nth call and ever after. */
  passStep(): void;
}

/** Ends work at its nth step: as if the worker stopped, or was killed. */
export function breakingOff(step: number): BreakingOff {
  const stopping = new AbortController();
  let steps = 0;
  return {
    signal: stopping.signal,
    passStep() {
      steps += 1;
      if (steps === step) stopping.abort(new Error('The worker is stopping.'));
      stopping.signal.throwIfAborted();
    },
  };
}

/** A storage in which a step is over after each file that it takes. */
export function stepwiseStorages(storage: FsStorage, passStep: () => void): Storages {
  return createStorages({
    ...storage,
    adopt: async (localPath, key) => {
      await storage.adopt(localPath, key);
      passStep();
    },
  });
}
