import type { Category, RelatedVideo, Video } from '@vesper/contract';
import type { HostAddresses } from '../media/index.ts';
import type { CategoryRow, VideoRow } from './queries.ts';
import type { Related } from './related/related.ts';

export function videoView(row: VideoRow, addresses: HostAddresses): Video {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    thumbnailUrl: addresses.thumbnailUrl(row),
    videoUrl: addresses.videoUrl(row),
    duration: row.duration,
    views: row.views,
    category: row.category,
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    publishedAt: (row.published_at ?? row.created_at).toISOString(),
    slug: row.slug,
    kind: row.kind as Video['kind'],
    width: row.width,
    height: row.height,
    placeholder: row.placeholder || null,
    previewUrl: addresses.previewUrl(row),
    storyboardUrl: addresses.storyboardUrl(row),
    hlsUrl: addresses.hlsUrl(row),
    embedUrl: addresses.embedUrl(row),
    embed: addresses.embed(row),
  };
}

/** Splits the stored reason into its kind and words. */
export function relatedView({ video, because }: Related, addresses: HostAddresses): RelatedVideo {
  const view = { video: videoView(video, addresses) };
  if (because === '') return view;
  if (because === 'together') return { ...view, because: { kind: because, words: [] } };
  if (because === 'category') return { ...view, because: { kind: because, words: [video.category] } };
  if (because.startsWith('tag '))
    return { ...view, because: { kind: 'tag', words: [because.slice('tag '.length)] } };
  return { ...view, because: { kind: 'words', words: because.split(' ').slice(1) } };
}

export function categoryView(row: CategoryRow & { former_slugs: string[] | null }): Category {
  const category = { id: row.id, name: row.name, slug: row.slug, videoCount: row.video_count };
  return row.former_slugs ? { ...category, formerSlugs: row.former_slugs } : category;
}
