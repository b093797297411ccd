import { AppError } from './app-error.ts';
import type { Counts, createCounts } from './counts.ts';

type OwnCounts = ReturnType<typeof createCounts>;
type Answer = boolean | number | undefined;
type Call<M extends keyof Counts = keyof Counts> = [method: M, ...args: Parameters<Counts[M]>];
type Ask = (...call: { [M in keyof Counts]: Call<M> }[keyof Counts]) => Promise<Answer>;

/** More come only if the other process hangs, and would pile up in memory. */
const MOST_UNANSWERED = 10_000;

/** Counts that another process keeps. Its questions throw `unavailable` if too many are unanswered. */
export function countsOfAnother(ask: Ask): Counts {
  let unanswered = 0;
  const question = async (...call: Parameters<Ask>): Promise<Answer> => {
    if (unanswered >= MOST_UNANSWERED) throw new AppError('unavailable', 'The site is not ready.');
    unanswered += 1;
    return ask(...call).finally(() => {
      unanswered -= 1;
    });
  };
  // If it has gone, so have its counts. These follow a question, so they need no bound.
  const ignored = () => {};
  return {
    take: (...args) => question('take', ...args) as Promise<boolean>,
    giveBack: (...args) => void ask('giveBack', ...args).catch(ignored),
    begin: (...args) => question('begin', ...args) as Promise<boolean>,
    end: (...args) => void ask('end', ...args).catch(ignored),
    spend: (...args) => question('spend', ...args) as Promise<number>,
  };
}

/** Answers another process from our counts. `forget` ends what it began, once it has gone. */
export function answerCounts(counts: OwnCounts) {
  const begun: { name: string; key: string }[] = [];
  return {
    answer(...[method, ...args]: Parameters<Ask>): Answer {
      const [name, key] = args;
      const value = (counts[method] as (...args: unknown[]) => Answer)(...args);
      if (method === 'begin' && value) begun.push({ name, key });
      if (method === 'end') {
        const place = begun.findIndex((one) => one.name === name && one.key === key);
        if (place >= 0) begun.splice(place, 1);
      }
      return value;
    },
    forget(): void {
      for (const { name, key } of begun.splice(0)) counts.end(name, key);
    },
  };
}
