import type { FeedElement } from './feed-parser.ts';

const PLAYABLE = /\.(?:mp4|m4v|webm)$/i;
const VIDEO_FILE = /\.(?:mp4|m4v|webm|mov|mkv|ogv|avi|mpe?g|ts|wmv|flv|3gp)$/i;
const PLAYLIST_TYPE = /mpegurl|dash\+xml/i;
const PLAYLIST_FILE = /\.(?:m3u8|mpd)$/i;

/**
 * The best video file or playlist: complete rather than a sample, with sound, a file, mp4 or webm, the highest
 * picture, the default, the highest bit rate, else the first.
 */
export function bestRendition(candidates: readonly FeedElement[]): FeedElement | undefined {
  const isPictureOnly = pictureOnly(candidates);
  const soundness = (element: FeedElement) => (isPictureOnly(element) ? 0 : 1);
  const ranks = [wholeness, soundness, singleness, playability, height, isDefault, bits];
  const compare = (one: FeedElement, other: FeedElement) =>
    ranks.map((rank) => rank(other) - rank(one)).find(Boolean) ?? 0;
  return candidates.filter(isFilm).toSorted(compare)[0];
}

export function bestPlaylist(candidates: readonly FeedElement[]): FeedElement | undefined {
  return candidates.find((one) => isFilm(one) && isPlaylist(one) && wholeness(one) === 1);
}

/** Beside an audio file, videos of the same element count as silent: PeerTube lists them so. */
function pictureOnly(candidates: readonly FeedElement[]): (element: FeedElement) => boolean {
  const split = new Set(candidates.filter(isSound).map(({ name }) => name));
  const files = candidates.filter((one) => split.has(one.name) && !isPlaylist(one)).map(fileAddress);
  return (element) => files.includes(fileAddress(element));
}

export function fileAddress({ attributes }: FeedElement): string | undefined {
  return attributes.get('url') ?? attributes.get('href');
}

export function isPicture(element: FeedElement): boolean {
  const { type, medium } = kindOf(element);
  return medium === 'image' || type.startsWith('image/');
}

function isSound(element: FeedElement): boolean {
  const { type, medium } = kindOf(element);
  return medium === 'audio' || type.startsWith('audio/');
}

function isFilm(element: FeedElement): boolean {
  const { type, medium, path } = kindOf(element);
  if (path === '') return false;
  if (isPlaylist(element)) return true;
  if (type.startsWith('video/')) return true;
  if (type !== '' && type !== 'application/octet-stream' && type !== 'application/mp4') return false;
  return medium === 'video' || (medium === '' && VIDEO_FILE.test(path));
}

function isPlaylist(element: FeedElement): boolean {
  const { type, path } = kindOf(element);
  return PLAYLIST_TYPE.test(type) || PLAYLIST_FILE.test(path);
}

const wholeness = ({ attributes }: FeedElement) => (attributes.get('expression') === 'sample' ? 0 : 1);
const singleness = (element: FeedElement) => (isPlaylist(element) ? 0 : 1);
const height = ({ attributes }: FeedElement) => count(attributes.get('height'));
const isDefault = ({ attributes }: FeedElement) => (attributes.get('isDefault') === 'true' ? 1 : 0);
const bits = ({ attributes }: FeedElement) =>
  count(attributes.get('bitrate')) || count(attributes.get('fileSize') ?? attributes.get('length'));

function playability(element: FeedElement): number {
  const { type, path } = kindOf(element);
  if (type.startsWith('video/')) return /^video\/(?:mp4|x-m4v|webm)\b/.test(type) ? 1 : 0;
  return PLAYABLE.test(path) ? 1 : 0;
}

function count(text: string | undefined): number {
  const figure = Number.parseFloat(text ?? '');
  return figure > 0 && Number.isFinite(figure) ? figure : 0;
}

function kindOf(element: FeedElement): { type: string; medium: string; path: string } {
  const { attributes } = element;
  const address = fileAddress(element)?.trim() ?? '';
  return {
    type: attributes.get('type')?.trim().toLowerCase() ?? '',
    medium: attributes.get('medium')?.trim().toLowerCase() ?? '',
    path: address.split(/[?#]/, 1)[0] ?? '',
  };
}
