/** The address of one of our pictures in another width; any other address stays as it is. */
export function inWidth(url: string, width: 320 | 1280): string {
  return url.replace(/^(\/media\/.+\/)640\.webp$/, (_, path) => `${path}${width}.webp`);
}
