import type { Db } from '../../kernel/db/pool.ts';
import { FILE_NAMES, type MediaFile } from '../../library/media/index.ts';
import { PRIORITY, queueMediaJobs } from '../media-jobs/index.ts';

export interface LackingVideo {
  id: string;
  /** The missing ones, except the film. */
  files: readonly Pick<MediaFile, 'purpose' | 'name'>[];
}

const STEPS = ['pictures', 'renditions'] as const;

/** The step that makes a file other than the film. */
export function stepOf({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): (typeof STEPS)[number] {
  const isStoryboard = name === FILE_NAMES.storyboard || name === FILE_NAMES.storyboardSheet;
  return purpose === 'play' && !isStoryboard ? 'renditions' : 'pictures';
}

/** Queues the steps that make videos' missing files, in the caller's transaction; returns for how many videos. */
export async function queueRemaking(tx: Db, videos: readonly LackingVideo[]): Promise<number> {
  for (const step of STEPS) {
    const lacking = videos.filter(({ files }) => files.some((file) => stepOf(file) === step));
    const videoIds = lacking.map(({ id }) => id);
    if (videoIds.length > 0) await queueMediaJobs(tx, { step, videoIds, priority: PRIORITY.newVideo });
  }
  return videos.length;
}
