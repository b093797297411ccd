import { deleteClearedAmong } from '../desk/clearing/index.ts';
import { giveNotices } from '../desk/takedowns/index.ts';
import type { MakeWay } from '../intake/dumps/index.ts';

/** Cleared videos give way to those that a dump brings, and their pending notices go over to these. */
export const makeWay: MakeWay = async (tx, sourceId, lines) => {
  const notices = await deleteClearedAmong(tx, sourceId, lines);
  return {
    async settle(made) {
      for (const [hash, ids] of notices) {
        const videoId = made.get(hash);
        if (videoId !== undefined) await giveNotices(tx, ids, videoId);
      }
    },
  };
};
