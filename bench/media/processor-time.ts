import { readStat } from '../process-stat.ts';

/** Processor seconds, of user and system, that something took. */
export interface ProcessorTime {
  own: number;
  /** Of the programs that were started and have ended. */
  children: number;
}

export async function processorTimeOf(work: () => Promise<void>): Promise<ProcessorTime> {
  const before = soFar();
  await work();
  const after = soFar();
  return { own: after.own - before.own, children: after.children - before.children };
}

function soFar(): ProcessorTime {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: (readStat('self')?.childrenMs ?? 0) / 1000 };
}

export function total({ own, children }: ProcessorTime): number {
  return own + children;
}
