import type { MediaStep } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { FILE_NAMES, type MediaFile } from '../media/index.ts';
import { PRIORITY, queueMediaJobs } from '../media-jobs/index.ts';

export interface LackingVideo {
  id: string;
  /** Those that are missing; the film is not among them. */
  files: readonly Pick<MediaFile, 'purpose' | 'name'>[];
}

/** Which step makes a file that is not the film. */
export function remakingOf({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): MediaStep {
  const isStoryboard = name === FILE_NAMES.storyboard || name === FILE_NAMES.storyboardSheet;
  return purpose === 'play' && !isStoryboard ? 'renditions' : 'pictures';
}

/** Queues what makes the files again that videos lack, in the caller's transaction; returns for how many videos. */
export async function queueRemaking(tx: Db, videos: readonly LackingVideo[]): Promise<number> {
  for (const step of ['pictures', 'renditions'] as const) {
    const lacking = videos.filter(({ files }) => files.some((file) => remakingOf(file) === step));
    const videoIds = lacking.map(({ id }) => id);
    await queueMediaJobs(tx, { step, videoIds, priority: PRIORITY.newVideo });
  }
  return videos.length;
}
