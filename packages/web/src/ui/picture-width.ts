/** A picture that the site keeps in another width: its neighbour's address. Any other stays as it is. */
export function inWidth(url: string, width: 320 | 1280): string {
  return url.replace(/^(\/media\/.+\/)640\.webp$/, (_, path) => `${path}${width}.webp`);
}
