import { type DomainConfig, type Owner, siteOrigin } from '@vesper/contract';

/** Parental controls recognize adult sites by this label. */
export const RTA_LABEL = 'RTA-5042-1996-1400-1577-RTA';

/** All addresses are absolute. */
export interface Head {
  /** English if absent. */
  lang?: string;
  title: string;
  description: string;
  keywords: string[];
  /** Absent for a 404. */
  canonical?: string;
  robots?: 'noindex,follow' | 'noindex,nofollow';
  previous?: string | undefined;
  next?: string | undefined;
  alternates?: { type: string; title: string; url: string }[];
  kind: 'website' | 'video.other';
  image?: PageImage | undefined;
  video?: { url: string; width?: number | undefined; height?: number | undefined };
  /** schema.org objects without @context. */
  structuredData?: Record<string, unknown>[];
}

export interface PageImage {
  url: string;
  alt: string;
  /** In pixels; like the type, unknown for pictures that are not ours. */
  width?: number | undefined;
  height?: number | undefined;
  type?: string | undefined;
}

export interface HeadTag {
  name: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

export function templatedTitle(config: DomainConfig, title: string): string {
  return config.seo.titleTemplate.replaceAll('%s', () => title);
}

/** The head of a page that is not indexed. */
export function unlistedHead(
  config: DomainConfig,
  title: string,
  robots: NonNullable<Head['robots']> = 'noindex,follow',
): Head {
  return {
    title: templatedTitle(config, title),
    description: config.seo.defaultDescription,
    keywords: [],
    robots,
    kind: 'website',
  };
}

/** If several domains show a page, search engines index the owner's. */
export function canonicalOrigin(owner: Owner | undefined, origin: string): string {
  return owner ? siteOrigin(owner, origin) : origin;
}

/** Nothing is indexed under a foreign host name. */
export function headTags(head: Head, config: DomainConfig, { isForeign }: { isForeign: boolean }): HeadTag[] {
  const tags: (HeadTag | undefined)[] = [
    { name: 'title', attributes: {}, text: head.title },
    meta('description', head.description),
    meta('keywords', head.keywords.join(', ')),
    meta('robots', isForeign ? 'noindex,follow' : head.robots),
    link('canonical', head.canonical),
    link('prev', head.previous),
    link('next', head.next),
    ...(head.alternates ?? []).map(alternate),
    ...openGraph(head, config),
    ...twitter(head),
    meta('google-site-verification', config.seo.googleVerification),
    { name: 'meta', attributes: { name: 'rating', content: 'adult' } },
    { name: 'meta', attributes: { name: 'rating', content: RTA_LABEL } },
    ...(head.structuredData ?? []).map(structuredData),
  ];
  return tags.filter((tag) => tag !== undefined);
}

function openGraph(head: Head, config: DomainConfig): (HeadTag | undefined)[] {
  return [
    property('og:site_name', config.siteName),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:type', head.kind),
    property('og:url', head.canonical),
    property('og:image', head.image?.url),
    property('og:image:type', head.image?.type),
    property('og:image:width', head.image?.width),
    property('og:image:height', head.image?.height),
    property('og:image:alt', head.image?.alt),
    property('og:video', head.video?.url),
    property('og:video:type', head.video && 'text/html'),
    property('og:video:width', head.video?.width),
    property('og:video:height', head.video?.height),
  ];
}

function twitter(head: Head): (HeadTag | undefined)[] {
  return [
    meta('twitter:card', head.image ? 'summary_large_image' : 'summary'),
    meta('twitter:title', head.title),
    meta('twitter:description', head.description),
    meta('twitter:image', head.image?.url),
    meta('twitter:image:alt', head.image?.alt),
  ];
}

function meta(name: string, content: string | undefined): HeadTag | undefined {
  return content ? { name: 'meta', attributes: { name, content } } : undefined;
}

function property(name: string, content: string | number | undefined): HeadTag | undefined {
  return content ? { name: 'meta', attributes: { property: name, content: String(content) } } : undefined;
}

function link(rel: string, href: string | undefined): HeadTag | undefined {
  return href ? { name: 'link', attributes: { rel, href } } : undefined;
}

function alternate({ type, title, url }: { type: string; title: string; url: string }): HeadTag {
  return { name: 'link', attributes: { rel: 'alternate', type, title, href: url } };
}

function structuredData(thing: Record<string, unknown>): HeadTag {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...thing });
  return { name: 'script', attributes: { type: 'application/ld+json' }, text };
}
