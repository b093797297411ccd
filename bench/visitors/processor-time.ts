import { readdirSync } from 'node:fs';
import { readStat } from '../process-stat.ts';

/** Processor time of a process and its live children, in milliseconds. */
export function timeOfFamily(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return all.reduce((sum, one) => {
    const stat = readStat(one);
    return one === pid || stat?.parent === pid ? sum + (stat?.ms ?? 0) : sum;
  }, 0);
}

export function parentOf(pid: number): number {
  const stat = readStat(pid);
  if (!stat) throw new Error(`Process ${pid} does not exist.`);
  return stat.parent;
}
