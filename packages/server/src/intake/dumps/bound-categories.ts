/** More categories than any site has; a column of titles assigned by mistake would make one for each video. */
const MOST_CATEGORIES = 500;

/** Passes the first names on, and '' for further ones: their videos go where those without a category go. */
export function boundCategories(most = MOST_CATEGORIES): (name: string) => string {
  const met = new Set<string>();
  return (name) => {
    const folded = name.trim().toLowerCase();
    if (!met.has(folded) && met.size >= most) return '';
    met.add(folded);
    return name;
  };
}
