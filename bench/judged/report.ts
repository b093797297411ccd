import { CLASSES, type JudgedQuery, type QueryClass, SCRIPTS } from './read-judged.ts';
import type { Relevance } from './relevance.ts';
import { isAstray, mean, ndcg, recall, strangers } from './scores.ts';

/** A query with its judgement and the ids of its results, best first. */
export interface Answered {
  query: JudgedQuery;
  relevance: Relevance;
  found: readonly string[];
}

export interface ClassScore {
  kind: QueryClass;
  queries: number;
  /** Means over the class; undefined if no query has relevant videos. */
  recall: number | undefined;
  ndcg: number | undefined;
  /** Queries with wrong videos on the first page; see `isWrong`. */
  wrong: number;
  goal: number | undefined;
}

/** Kinds in which any irrelevant video on the first page is an error: an excluded or wrongly corrected one. */
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

/** Recall; 0 if a strict query shows an irrelevant video. */
export function recallOf(answered: Answered): number | undefined {
  const { query, relevance, found } = answered;
  const share = recall(found, relevance);
  return share !== undefined && STRICT.includes(query.kind) && isWrong(answered) ? 0 : share;
}

/** Strict queries: the first page has an irrelevant video. Others: it has videos, but none relevant at the top. */
export function isWrong({ query, relevance, found }: Answered): boolean {
  return STRICT.includes(query.kind) ? strangers(found, relevance).length > 0 : isAstray(found, relevance);
}

const COMPARED: readonly QueryClass[] = ['exact', 'beginning', 'form', 'one-error'];

export interface ScriptScore {
  script: string;
  queries: number;
  /** Mean recall of exact words, prefixes, forms and one error, as far as the script has these. */
  recall: number | undefined;
  /** Divided by Latin's recall for the same classes. */
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
