const OUR_NAME = '/640.webp';

/** The address of one of our pictures in another width; any other address stays as it is. */
export function inWidth(url: string, width: 320 | 1280): string {
  if (!url.startsWith('/media/') || !url.endsWith(OUR_NAME)) return url;
  return `${url.slice(0, -OUR_NAME.length)}/${width}.webp`;
}
