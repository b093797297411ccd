import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

export interface ProcessStat {
  parent: number;
  /** Processor time of a process with all its threads, in milliseconds. */
  ms: number;
  /** Of its children that have ended. */
  childrenMs: number;
}

/** What proc_pid_stat(5) says of a process; undefined if there is none, or no /proc. */
export function readStat(pid: number | 'self'): ProcessStat | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // Fields are counted from behind the name, which may hold anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const msOf = (user: number) => ((fields[user] ?? 0) + (fields[user + 1] ?? 0)) * TICK_MS;
  return { parent: fields[1] ?? 0, ms: msOf(11), childrenMs: msOf(13) };
}

/** Processor time of a process as the scheduler has it, finer than in its stat, in milliseconds; 0 if there is none. */
export function scheduledMs(pid: number): number {
  return Number(readIfThere(`/proc/${pid}/schedstat`)?.split(' ')[0] ?? 0) / 1e6;
}

/** The memory that a process holds now, in megabytes; 0 if there is none. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** The same without the program's own pages, which all processes that run it share. */
export function ownMb(pid: number): number {
  return statusMb(pid, 'RssAnon');
}

function statusMb(pid: number, name: string): number {
  const status = readIfThere(`/proc/${pid}/status`) ?? '';
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** The most memory that this process has held. getrusage also counts what the parent had when it forked. */
export function peakMb(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readIfThere('/proc/self/status') ?? '')?.[1];
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) / 1024;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
