import { type PageRules, RULE_FIELDS, type RuleField } from '@vesper/contract';

/** What stands in the form's fields, empty where there is no rule. */
export type RulesDraft = Record<RuleField, { selector: string; attribute: string }>;

/** What each field is called, and an example of a rule for it. */
export const RULE_WORDS: Record<RuleField, { word: string; selector: string; attribute: string }> = {
  title: { word: 'Title', selector: 'main h1', attribute: '' },
  film: { word: 'Film', selector: '#player video', attribute: 'data-src' },
  poster: { word: 'Poster', selector: '#player video', attribute: 'poster' },
  duration: { word: 'Duration', selector: '.length', attribute: '' },
  tags: { word: 'Tags', selector: '.tags a', attribute: '' },
};

export function draftOf(rules: PageRules | null): RulesDraft {
  const entries = RULE_FIELDS.map((field) => {
    const { selector = '', attribute = '' } = rules?.[field] ?? {};
    return [field, { selector, attribute }];
  });
  return Object.fromEntries(entries);
}

/** Only those with a selector or an attribute: the server says what an attribute alone lacks. */
export function rulesOf(draft: RulesDraft): PageRules {
  const entries = RULE_FIELDS.flatMap((field) => {
    const selector = draft[field].selector.trim();
    const attribute = draft[field].attribute.trim();
    if (!selector && !attribute) return [];
    return [[field, attribute ? { selector, attribute } : { selector }]];
  });
  return Object.fromEntries(entries);
}
