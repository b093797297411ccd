import {
  type DomainConfig,
  embedCode,
  type FrameSize,
  frameSize,
  markupText,
  pageHref,
  sharePicture,
  type Video,
} from '@vesper/contract';

/** The fields of a video's answer (oEmbed 1.0, sections 2.3.4 and 2.3.4.2), in the order in which they are written. */
export type OembedAnswer = Record<string, string | number>;

/** Seconds for which a consumer may keep it: a video can be taken down at any time. */
const CACHE_SECONDS = 3600;

interface Shown {
  video: Video;
  config: DomainConfig;
  /** The domain's own. */
  origin: string;
  /** How large the consumer can show it. */
  most: Partial<FrameSize>;
}

export function oembedAnswer({ video, config, origin, most }: Shown): OembedAnswer {
  const size = frameSize(video, most);
  const home = origin + pageHref.home();
  return {
    type: 'video',
    version: '1.0',
    title: video.title,
    author_name: config.brandName,
    author_url: home,
    provider_name: config.siteName,
    provider_url: home,
    cache_age: CACHE_SECONDS,
    html: embedCode({ src: origin + pageHref.embed(video.id), title: video.title, ...size }),
    ...size,
    ...thumbnailOf(video, origin, most),
  };
}

/** Only a picture whose size we know: the three fields come together. */
function thumbnailOf({ thumbnailUrl }: Video, origin: string, most: Partial<FrameSize>) {
  const share = sharePicture(thumbnailUrl, most);
  if (!share) return {};
  return { thumbnail_url: origin + share.url, thumbnail_width: share.width, thumbnail_height: share.height };
}

/** The same as XML. */
export function oembedXml(answer: OembedAnswer): string {
  const elements = Object.entries(answer).map(
    ([name, value]) => `<${name}>${markupText(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${elements.join('\n')}\n</oembed>\n`;
}
