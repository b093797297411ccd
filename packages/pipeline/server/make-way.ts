import type { Db } from '@vesper/core/db/pool.ts';
import type { MakeWay } from '@vesper/intake/dumps';
import { giveTargets } from '@vesper/notices/cases';
import { deleteClearedAmong } from '@vesper/upkeep/clearing';

/** A dump's videos replace cleared ones, and inherit their open cases. `hold` hides those with blocked terms. */
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
