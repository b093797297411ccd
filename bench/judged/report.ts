import { CLASSES, type JudgedQuery, type QueryClass, SCRIPTS } from './read-judged.ts';
import type { Relevance } from './relevance.ts';
import { isAstray, mean, ndcg, recall, strangers } from './scores.ts';

/** A query with its judgement and the ids of what was found, best first. */
export interface Answered {
  query: JudgedQuery;
  relevance: Relevance;
  found: readonly string[];
}

export interface ClassScore {
  kind: QueryClass;
  queries: number;
  /** Means over the class; undefined where nothing is relevant to any of its queries. */
  recall: number | undefined;
  ndcg: number | undefined;
  /** Queries whose first page shows what was not meant; see `isWrong`. */
  wrong: number;
  goal: number | undefined;
}

/** Where every stranger on the first page is an error: what was excluded, or put there by a correction. */
const STRICT: readonly QueryClass[] = ['phrase', 'minus', 'full-page', 'trap'];

export function scoreClasses(all: readonly Answered[]): ClassScore[] {
  return (Object.keys(CLASSES) as QueryClass[]).map((kind) => {
    const some = all.filter(({ query }) => query.kind === kind);
    return {
      kind,
      queries: some.length,
      recall: mean(some.map(recallOf)),
      ndcg: mean(some.map(({ found, relevance }) => ndcg(found, relevance))),
      wrong: some.filter(isWrong).length,
      goal: CLASSES[kind],
    };
  });
}

/** Recall; nothing where a strict query shows a stranger. */
export function recallOf(answered: Answered): number | undefined {
  const { query, relevance, found } = answered;
  const share = recall(found, relevance);
  return share !== undefined && STRICT.includes(query.kind) && isWrong(answered) ? 0 : share;
}

/** Strict queries: a stranger is on the first page. Others: something is shown, and nothing that was meant leads it. */
export function isWrong({ query, relevance, found }: Answered): boolean {
  return STRICT.includes(query.kind) ? strangers(found, relevance).length > 0 : isAstray(found, relevance);
}

const COMPARED: readonly QueryClass[] = ['exact', 'beginning', 'form', 'one-error'];

export interface ScriptScore {
  script: string;
  queries: number;
  /** The mean of the recalls of exact words, beginnings, forms and one error, as far as the script has these. */
  recall: number | undefined;
  /** Divided by that of Latin for the same classes. */
  ofLatin: number | undefined;
}

export function scoreScripts(all: readonly Answered[]): ScriptScore[] {
  const byClass = (script: string) =>
    new Map(
      COMPARED.map((kind) => [
        kind,
        mean(all.filter((one) => one.query.kind === kind && scriptOf(one) === script).map(recallOf)),
      ]),
    );
  const latin = byClass('Latin');
  return [...new Set(Object.values(SCRIPTS))].map((script) => {
    const own = byClass(script);
    const has = COMPARED.filter((kind) => own.get(kind) !== undefined);
    const score = mean(has.map((kind) => own.get(kind)));
    const beside = mean(has.map((kind) => latin.get(kind)));
    return {
      script,
      queries: all.filter((one) => scriptOf(one) === script).length,
      recall: score,
      ofLatin: score === undefined || !beside ? undefined : score / beside,
    };
  });
}

function scriptOf({ query }: Answered): string | undefined {
  return SCRIPTS[query.language];
}
