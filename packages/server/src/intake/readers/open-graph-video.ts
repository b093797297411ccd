import {
  cleanAddress,
  cleanCategory,
  cleanDate,
  cleanDescription,
  cleanLine,
  cleanPixels,
  cleanTags,
  withoutUndefined,
} from './clean-text.ts';
import type { PageData } from './page-data.ts';
import type { PageVideo } from './page-video.ts';
import { readDuration } from './schema-org-video.ts';

/**
 * The video in a page's Open Graph metas, completed with the page's own title and description. Undefined without a
 * usable og:video.
 */
export function readOpenGraphVideo(data: PageData, base: string): PageVideo | undefined {
  const targets = readTargets(data, base);
  const content = targets.find((target) => target.role === 'content');
  const embed = targets.find((target) => target.role === 'embed');
  if (!content && !embed) return undefined;
  const sized = content ?? embed;
  const target = {
    contentUrl: content?.url,
    embedUrl: embed?.url,
    width: sized?.width,
    height: sized?.height,
  };
  return { ...readOpenGraphWords(data, base), ...withoutUndefined(target) };
}

/** The same without the video itself. */
export function readOpenGraphWords(data: PageData, base: string): PageVideo {
  const one = (...names: string[]) => data.metas.find(({ name }) => names.includes(name))?.content;
  const optional = {
    // Open Graph has no category for videos; sites that have one use the articles'.
    category: cleanCategory(one('article:section', 'video:section')) || undefined,
    thumbnailUrl: cleanAddress(one('og:image:secure_url', 'og:image:url', 'og:image'), base),
    durationSeconds: readDuration(one('video:duration', 'og:video:duration') ?? ''),
    uploadedAt: cleanDate(one('video:release_date', 'og:video:release_date')),
  };
  return {
    title: cleanLine(one('og:title') || data.title),
    description: cleanDescription(one('og:description') || one('description')),
    tags: cleanTags(
      data.metas.filter(({ name }) => /^(?:og:)?video:tag$/.test(name)).map(({ content: tag }) => tag),
    ),
    ...withoutUndefined(optional),
  };
}

interface Target {
  url: string;
  role: 'content' | 'embed';
  width?: number;
  height?: number;
}

/** og:video and og:video:url start a video; the properties that follow belong to it (ogp.me, arrays). */
function readTargets(data: PageData, base: string): Target[] {
  const groups: Map<string, string>[] = [];
  for (const { name, content } of data.metas) {
    const part = /^og:video(?::(url|secure_url|type|width|height))?$/.exec(name);
    if (!part) continue;
    const key = part[1] ?? 'url';
    const last = groups.at(-1);
    const repeatsAddress = key === 'url' && last?.get('url') === content;
    if (!last || (last.has(key) && !repeatsAddress)) groups.push(new Map([[key, content]]));
    else last.set(key, content);
  }
  return groups.flatMap((group) => toTarget(group, base) ?? []);
}

function toTarget(group: Map<string, string>, base: string): Target | undefined {
  const url = cleanAddress(group.get('secure_url') ?? group.get('url'), base);
  const type = group.get('type')?.trim().toLowerCase() ?? '';
  if (!url || type.includes('shockwave')) return undefined;
  const looksLikeFile = /\.(?:mp4|m4v|mov|webm|mkv|ogv|ts|m3u8)$/i.test(new URL(url).pathname);
  const isContent = type === '' ? looksLikeFile : !type.startsWith('text/');
  const size = { width: cleanPixels(group.get('width')), height: cleanPixels(group.get('height')) };
  return { url, role: isContent ? 'content' : 'embed', ...withoutUndefined(size) };
}
