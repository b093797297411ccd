import { giveTargets } from '../desk/cases/index.ts';
import { deleteClearedAmong } from '../desk/clearing/index.ts';
import type { MakeWay } from '../intake/dumps/index.ts';
import type { Db } from '../kernel/db/pool.ts';

/** Cleared videos give way to a dump's, which inherit their open cases. `hold` hides those with blocked terms. */
export function makingWay(hold: (tx: Db, ids: readonly string[]) => Promise<void>): MakeWay {
  return async (tx, sourceId, lines) => {
    const targets = await deleteClearedAmong(tx, sourceId, lines);
    return {
      async settle(made) {
        for (const [hash, named] of targets) {
          const videoId = made.get(hash);
          if (videoId !== undefined) await giveTargets(tx, named, videoId);
        }
        await hold(tx, [...made.values()]);
      },
    };
  };
}
