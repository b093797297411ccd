const PATTERNS: Readonly<Record<string, RegExp>> = {
  'an email address': /[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}/u,
  'a telephone number':
    /(?:\+|\b00)\d[\d ()./-]{6,}\d|\(\d{2,5}\) ?\d[\d ./-]{4,}\d|\b\d{3,5}[ ./-]\d{3}[ ./-]\d{3,5}\b/u,
  'a postal address':
    /\b\d{1,5}[a-z]? (?:\p{L}+\.? ){1,4}(?:street|st|road|rd|avenue|ave|lane|ln|drive|boulevard|blvd|way)\b|\b\p{L}+(?:straße|strasse|gasse|platz|weg) \d{1,5}\b|\b(?:rue|via|calle|avenida) (?:\p{L}+ ){1,4}\d{1,5}\b/iu,
};

/** Our dates and numbers, which look like telephone numbers. */
const OURS = /(?:^|_)(?:date|puid|url)(?:_|$)/;

/** As sentences that do not repeat the data. */
export function personalDataIn(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => personalDataIn(one, field));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => personalDataIn(one, name));
  if (typeof value !== 'string' || OURS.test(field)) return [];
  return Object.entries(PATTERNS)
    .filter(([, pattern]) => pattern.test(value))
    .map(([what]) => `${field} seems to contain ${what}.`);
}
