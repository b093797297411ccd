import type { FsStorage } from '@vesper/core/storage/fs-storage.ts';
import { createStorages, type Storages } from '@vesper/core/storage/storage.ts';

/** Aborts the signal and throws at the nth call of `passStep` and after: as if the worker stopped or was killed. */
export function breakingOff(step: number) {
  const stopping = new AbortController();
  let steps = 0;
  return {
    signal: stopping.signal,
    passStep(): void {
      steps += 1;
      if (steps === step) stopping.abort(new Error('The worker is stopping.'));
      stopping.signal.throwIfAborted();
    },
  };
}

/** A storage in which each adopted file is a step. */
export function stepwiseStorages(storage: FsStorage, passStep: () => void): Storages {
  return createStorages({
    ...storage,
    adopt: async (localPath, key) => {
      await storage.adopt(localPath, key);
      passStep();
    },
  });
}
