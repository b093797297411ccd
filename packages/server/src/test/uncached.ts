let asked = 0;

/** Another spelling of the path each time, with other letters escaped: to the page cache it is another address. */
export function uncached(path: string): string {
  asked += 1;
  let letter = 0;
  return path.replace(/(?<!%.?|\?.*)[a-z]/g, (plain) => {
    const isEscaped = (asked >> letter++) & 1;
    return isEscaped ? `%${plain.charCodeAt(0).toString(16)}` : plain;
  });
}
