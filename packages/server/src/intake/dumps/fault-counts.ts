import type { DumpFault } from '../readers/index.ts';

export interface FaultCount {
  message: string;
  count: number;
  /** The first line with it. */
  line: number;
}

/** Further kinds are counted together. */
const MOST_KINDS = 50;
const OTHERS = 'Other faults.';

/** Counts the lines that cannot be used by their sentence. */
export function createFaultCounts() {
  const byMessage = new Map<string, FaultCount>();
  let all = 0;
  return {
    add({ line, message }: DumpFault): void {
      all += 1;
      const kind = byMessage.has(message) || byMessage.size < MOST_KINDS ? message : OTHERS;
      const known = byMessage.get(kind);
      if (known) known.count += 1;
      else byMessage.set(kind, { message: kind, count: 1, line });
    },
    all: () => all,
    /** The most frequent first. */
    list: (): FaultCount[] => [...byMessage.values()].sort((a, b) => b.count - a.count || a.line - b.line),
  };
}
