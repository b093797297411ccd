/** What separates a title from the site's name in page titles. */
const SEPARATORS = /\s+[|\-–—·»:•~]+\s+|\s*[|»•]\s*/;

/** Whether two titles are of one video: equal but for case and signs, or one is the other with a site's name. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (a === '' || b === '') return false;
  if (a === b) return true;
  return partsOf(other).includes(a) || partsOf(one).includes(b);
}

/** The parts of a title, except for the last and the first words in a row: "Zoom - Part 2 | Site" holds "Zoom - Part 2". */
function partsOf(title: string): string[] {
  const parts = title.slice(0, 1_000).split(SEPARATORS, 12);
  const starts = parts.map((_, end) => plain(parts.slice(0, end + 1).join(' ')));
  const ends = parts.map((_, start) => plain(parts.slice(start).join(' ')));
  return [...starts, ...ends].filter((part) => part.length > 1);
}

function plain(text: string): string {
  return text
    .slice(0, 1_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
