import type { Topics } from '@vesper/contract';

/** Which category a name that sources use becomes. */
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

/** The rule for this name, ignoring case. */
export function ruleAbout(topics: Topics, name: string): Rule | undefined {
  return rulesOf(topics).find((rule) => rule.name === name.trim().toLowerCase());
}
