import type { NewBasis, VideoSource } from '@vesper/contract';

export const KIND_WORDS: Record<VideoSource['kind'], string> = {
  sitemap: 'Sitemap',
  feed: 'Feed',
  list: 'List',
  dump: 'Dump (delimited)',
  page: 'Single page',
  ytdlp: 'yt-dlp',
  folder: 'Folder',
  upload: 'Uploaded files',
};

export const DELIVERY_WORDS: Record<VideoSource['delivery'], string> = {
  hosted: 'Hosted here',
  remote: "Played from the source's file",
  embed: "Played in the source's player",
};

export const RENDITION_WORDS: Record<VideoSource['renditions'], string> = {
  default: 'Site default',
  on: 'Always',
  off: 'Never',
};

export const FOLLOW_WORDS = { follow: 'Update automatically', show: 'Ask for review' } as const;

export const BASIS_WORDS: Record<NewBasis['basis'], string> = {
  own: 'Own material',
  licence: 'Licence',
  feed_terms: 'Feed terms',
  api: 'API',
};

export const SCOPE_WORDS: Record<NewBasis['scope'][number], string> = {
  download: 'Download and host',
  hotlink: 'Play from its file',
  embed: 'Embed its player',
  metadata: 'Use titles and descriptions',
};
