let asked = 0;

/** The path with other letters escaped each time, which the page cache does not know. */
export function uncached(path: string): string {
  asked += 1;
  let letter = 0;
  return path.replace(/(?<!%.?|\?.*)[a-z]/g, (plain) => {
    const isEscaped = (asked >> letter++) & 1;
    return isEscaped ? `%${plain.charCodeAt(0).toString(16)}` : plain;
  });
}
