import { readFileSync } from 'node:fs';

/** Of /proc/PID/stat: a hundred a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

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
  // The name in brackets may hold spaces; fields 16 and 17 of proc_pid_stat(5) are the children's.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[13]) + Number(fields[14]);
  return { own: (user + system) / 1e6, children: ticks / TICKS_PER_SECOND };
}

export function total({ own, children }: ProcessorTime): number {
  return own + children;
}
