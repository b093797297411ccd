import { pageHref } from '@vesper/contract';
import type { ListedVideo } from './listed-videos.ts';

export type ShownOnCard = Pick<
  ListedVideo,
  'title' | 'thumbnailUrl' | 'placeholder' | 'createdAt' | 'description' | 'lang' | 'because'
>;
/** Undefined if that video has no card. */
export type ReadCard = (id: string) => ShownOnCard | undefined;

type NotOnCard = [
  id: string,
  duration: number,
  views: number,
  height: number | null,
  tags: string[],
  previewUrl?: string | null,
];
type PackedVideo = ListedVideo | NotOnCard;

/** Leaves out what the cards in `body`, the page's HTML, already show: halves the size of a list. */
export function packList(answer: unknown, body: string): unknown {
  if (!hasVideos<ListedVideo>(answer)) return answer;
  let last = 0;
  const isShown = ({ id }: ListedVideo) => {
    const link = `href="${pageHref.video(id)}"`;
    // Cards come in the order of their list.
    const next = body.indexOf(link, last);
    if (next < 0) return body.includes(link);
    last = next;
    return true;
  };
  return { ...answer, videos: answer.videos.map((video) => (isShown(video) ? notOnCard(video) : video)) };
}

function notOnCard({ id, duration, views, height, tags, previewUrl }: ListedVideo): NotOnCard {
  const always = [id, duration, views, height, tags] as const;
  return previewUrl ? [...always, previewUrl] : [...always];
}

/** Undefined if a card cannot be read. */
export function unpackList(answer: unknown, readCard: ReadCard): unknown {
  if (!hasVideos<PackedVideo>(answer)) return answer;
  const videos = answer.videos.map((video) => unpackVideo(video, readCard));
  return videos.includes(undefined) ? undefined : { ...answer, videos };
}

function unpackVideo(video: PackedVideo, readCard: ReadCard): ListedVideo | undefined {
  if (!Array.isArray(video)) return video;
  const [id, duration, views, height, tags, previewUrl = null] = video;
  const shown = readCard(id);
  return shown && { id, ...shown, duration, views, height, tags, previewUrl };
}

/** Every answer with videos is a list of `listedVideos`. */
function hasVideos<Item>(answer: unknown): answer is { videos: Item[] } {
  return typeof answer === 'object' && answer !== null && 'videos' in answer;
}
