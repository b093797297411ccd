import type { DomainConfig, Embedding, Video } from '@vesper/contract';
import { inWidth } from '../../ui/picture-width.ts';

/** Embedded in the framed page as JSON. */
export interface EmbedData {
  id: string;
  /** In seconds. */
  duration: number;
  /** Both empty for a provider's video. */
  videoUrl: string;
  hlsUrl: string;
  poster: string;
  /** The provider's player; `title` is its name for screen readers. */
  frame: { src: string; title: string } | null;
  embedding: Embedding;
  deterrents: boolean;
}

export function embedData(video: Video, { embedding, deterrents }: DomainConfig): EmbedData {
  const { embed, embedUrl } = video;
  return {
    id: video.id,
    duration: video.duration,
    videoUrl: video.videoUrl,
    hlsUrl: video.hlsUrl ?? '',
    poster: inWidth(video.thumbnailUrl, 1280),
    frame:
      embed && embedUrl ? { src: embedUrl, title: `${video.title} (player of ${embed.provider})` } : null,
    embedding,
    deterrents,
  };
}
