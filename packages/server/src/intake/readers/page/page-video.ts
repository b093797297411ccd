import { TAKEN_FIELDS, type TakenFrom } from '@vesper/contract';
import { type FilmAddress, inTurn } from './film-address.ts';

/** What a page says about its video. Text is plain and bounded, addresses are absolute http(s). */
export interface PageVideo {
  title: string;
  description: string;
  tags: string[];
  category?: string;
  /** A code of two or three letters. */
  language?: string;
  /** The site's own id for the video. */
  externalId?: string;
  thumbnailUrl?: string;
  /** The film's addresses, to be tried in turn. */
  films: FilmAddress[];
  /** A page with a player, for embedding. */
  embedUrl?: string;
  durationSeconds?: number;
  /** In pixels. */
  width?: number;
  height?: number;
}

type TakenField = (typeof TAKEN_FIELDS)[number];

export interface CompletedVideo extends PageVideo {
  takenFrom: TakenFrom;
}

/** The first of some descriptions of one video, completed with the others. Undefined without any. */
export function completed(parts: readonly { form: string; video: PageVideo }[]): CompletedVideo | undefined {
  if (parts.length === 0) return undefined;
  let video: PageVideo = { title: '', description: '', tags: [], films: [] };
  const takenFrom: TakenFrom = {};
  for (const { form, video: part } of parts) {
    video = {
      ...part,
      ...video,
      title: video.title || part.title,
      description: video.description || part.description,
      tags: video.tags.length > 0 ? video.tags : part.tags,
      films: [...video.films, ...part.films],
    };
    for (const field of TAKEN_FIELDS) if (isSaid(video, field)) takenFrom[field] ??= form;
  }
  const films = inTurn(video.films);
  const film = parts.find((part) => part.video.films.some(({ url }) => url === films[0]?.url))?.form;
  return { ...video, films, takenFrom: { ...takenFrom, ...(film && { film }) } };
}

function isSaid(video: PageVideo, field: TakenField): boolean {
  const values: Record<TakenField, unknown> = {
    ...{ title: video.title, description: video.description, category: video.category },
    ...{ film: video.films[0], player: video.embedUrl, thumbnail: video.thumbnailUrl },
    ...{ duration: video.durationSeconds, tags: video.tags[0] },
  };
  return Boolean(values[field]);
}
