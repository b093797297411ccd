import type { Counts, createCounts } from './counts.ts';
import { inBatches } from './in-batches.ts';

type OwnCounts = ReturnType<typeof createCounts>;
type Question = { [M in keyof Counts]: { method: M; args: Parameters<Counts[M]> } }[keyof Counts];
type Answer = boolean | number | undefined;

const MOST_AT_ONCE = 1000;

/** Counts that another process keeps. Those asked while an answer is on its way are asked together. */
export function countsOfAnother(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): Counts {
  const ask = inBatches(askAll, MOST_AT_ONCE);
  // If it has gone, so have its counts.
  const tell = (question: Question) => void ask(question).catch(() => {});
  return {
    take: (...args) => ask({ method: 'take', args }) as Promise<boolean>,
    giveBack: (...args) => tell({ method: 'giveBack', args }),
    takeRoughly: (...args) => ask({ method: 'takeRoughly', args }) as Promise<boolean>,
    giveBackRoughly: (...args) => tell({ method: 'giveBackRoughly', args }),
    begin: (...args) => ask({ method: 'begin', args }) as Promise<boolean>,
    end: (...args) => tell({ method: 'end', args }),
    spend: (...args) => ask({ method: 'spend', args }) as Promise<number>,
  };
}

/** Answers another process from our counts. `forget` ends what it has begun, once it has gone. */
export function answerCounts(counts: OwnCounts) {
  const begun = new Map<string, { name: string; key: string; n: number }>();

  function note({ method, args: [name, key] }: Question, change: 1 | -1): void {
    if (method !== 'begin' && method !== 'end') return;
    const id = JSON.stringify([name, key]);
    const n = (begun.get(id)?.n ?? 0) + change;
    if (n > 0) begun.set(id, { name, key, n });
    else begun.delete(id);
  }

  return {
    answer: (questions: readonly Question[]): Answer[] =>
      questions.map((question) => {
        const run = counts[question.method] as (...args: Question['args']) => unknown;
        const value = run(...question.args) as Answer;
        if (value !== false) note(question, question.method === 'end' ? -1 : 1);
        return value;
      }),
    forget(): void {
      for (const { name, key, n } of begun.values()) for (let i = 0; i < n; i += 1) counts.end(name, key);
      begun.clear();
    },
  };
}
