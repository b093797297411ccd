import type { Counts, createCounts } from './counts.ts';

type OwnCounts = ReturnType<typeof createCounts>;
type Answer = boolean | number | undefined;
type Call<M extends keyof Counts = keyof Counts> = [method: M, ...args: Parameters<Counts[M]>];
type Ask = (...call: { [M in keyof Counts]: Call<M> }[keyof Counts]) => Promise<Answer>;

/** Counts that another process keeps. */
export function countsOfAnother(ask: Ask): Counts {
  // If it has gone, so have its counts.
  const ignored = () => {};
  return {
    take: (...args) => ask('take', ...args) as Promise<boolean>,
    giveBack: (...args) => void ask('giveBack', ...args).catch(ignored),
    begin: (...args) => ask('begin', ...args) as Promise<boolean>,
    end: (...args) => void ask('end', ...args).catch(ignored),
    spend: (...args) => ask('spend', ...args) as Promise<number>,
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
