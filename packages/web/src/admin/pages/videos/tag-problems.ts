const MOST_SHOWN = 80;

/**
 * The problems of a refused call with its tags, or undefined. The call names a tag by its index ("tags.3"); people
 * know it by its text, shortened to 80 characters.
 */
export function formatTagProblems(
  fields: Readonly<Record<string, string>>,
  tags: readonly string[],
): string | undefined {
  const sentences = Object.entries(fields).flatMap(([field, sentence]) => {
    if (field === 'tags') return [sentence];
    const place = /^tags\.(\d+)$/.exec(field)?.[1];
    return place === undefined ? [] : [`The tag "${shortened(tags[Number(place)] ?? '')}": ${sentence}`];
  });
  return sentences.length > 0 ? sentences.join('\n') : undefined;
}

function shortened(tag: string): string {
  const letters = [...tag];
  return letters.length <= MOST_SHOWN ? tag : `${letters.slice(0, MOST_SHOWN).join('')}…`;
}
