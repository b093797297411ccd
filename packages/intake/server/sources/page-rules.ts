import type { PageRules } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { selectorProblem } from '../readers/index.ts';

/** JSON for the column. Throws bad_request naming each unusable selector. */
export function storedRules(rules: PageRules | null | undefined): string | null | undefined {
  if (!rules) return rules;
  requireSelectors(rules, 'pageRules');
  return Object.keys(rules).length === 0 ? null : JSON.stringify(rules);
}

/** `name` is the input field. Throws bad_request like `storedRules`. */
export function requireSelectors(rules: PageRules, name: string): void {
  const problems = Object.entries(rules).flatMap(([field, { selector }]) => {
    const problem = selectorProblem(selector);
    return problem === undefined ? [] : [[`${name}.${field}.selector`, problem] as const];
  });
  const [first] = problems;
  if (first) throw new AppError('bad_request', `${first[0]}: ${first[1]}`, Object.fromEntries(problems));
}
