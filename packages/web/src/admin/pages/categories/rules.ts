import type { Topics } from '@vesper/contract';

/** What is decided about a name that sources use. */
export interface Rule {
  name: string;
  categoryId: string | null;
  becomes: string;
}

export function rulesOf({ categories, notCreated }: Topics): Rule[] {
  const synonyms = categories.flatMap(({ id: categoryId, name: becomes, synonyms: names }) =>
    names.map((name) => ({ name, categoryId, becomes })),
  );
  return [...notCreated.map((name) => ({ name, categoryId: null, becomes: 'no category' })), ...synonyms];
}

/** What is decided about this name, whatever its case. */
export function ruleAbout(topics: Topics, name: string): Rule | undefined {
  return rulesOf(topics).find((rule) => rule.name === name.trim().toLowerCase());
}
