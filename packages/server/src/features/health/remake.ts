import type { Db } from '../../db/pool.ts';
import type { Queue } from '../../jobs/queue.ts';
import { FILE_NAMES, type MediaFile } from '../media/index.ts';
import { remakeThumbnailJob } from './jobs.ts';

/** What makes a video's further files from its film. */
type Remaking = 'pictures' | 'renditions';

export interface LackingVideo {
  id: string;
  /** Those that are missing; the film is not among them. */
  files: readonly Pick<MediaFile, 'purpose' | 'name'>[];
}

/** Which step makes a file that is not the film. */
export function remakingOf({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): Remaking {
  const isStoryboard = name === FILE_NAMES.storyboard || name === FILE_NAMES.storyboardSheet;
  return purpose === 'play' && !isStoryboard ? 'renditions' : 'pictures';
}

/** Queues what makes the files again that videos lack, in the caller's transaction; returns for how many videos. */
export async function queueRemaking(tx: Db, queue: Queue, videos: readonly LackingVideo[]): Promise<number> {
  const lacking = (remaking: Remaking) =>
    videos.filter(({ files }) => files.some((file) => remakingOf(file) === remaking)).map(({ id }) => id);
  const pictures = lacking('pictures');
  await queue.sendAll(
    tx,
    remakeThumbnailJob,
    pictures.map((videoId) => ({ videoId })),
  );
  return pictures.length;
}
