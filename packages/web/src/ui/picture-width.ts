const OUR_NAME = '/640.webp';

/** Addresses that are not ours stay as they are. */
export function inWidth(url: string, width: 320 | 1280): string {
  if (!url.startsWith('/media/') || !url.endsWith(OUR_NAME)) return url;
  return `${url.slice(0, -OUR_NAME.length)}/${width}.webp`;
}
