import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

export interface ProcessStat {
  parent: number;
  /** Processor time of a process with all its threads, in milliseconds. */
  ms: number;
  /** Processor time of its ended children. */
  childrenMs: number;
}

/** A process's proc_pid_stat(5); undefined without the process or /proc. */
export function readStat(pid: number | 'self'): ProcessStat | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // Fields are counted after the name, which may contain anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const msOf = (user: number) => ((fields[user] ?? 0) + (fields[user + 1] ?? 0)) * TICK_MS;
  return { parent: fields[1] ?? 0, ms: msOf(11), childrenMs: msOf(13) };
}

/** The scheduler's processor time of a process in milliseconds, finer than its stat; 0 without the process. */
export function scheduledMs(pid: number): number {
  return Number(readIfThere(`/proc/${pid}/schedstat`)?.split(' ')[0] ?? 0) / 1e6;
}

/** The current memory of a process in megabytes; 0 without the process. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** The same without the program's own pages, which its processes share. */
export function ownMb(pid: number): number {
  return statusMb(pid, 'RssAnon');
}

function statusMb(pid: number, name: string): number {
  const status = readIfThere(`/proc/${pid}/status`) ?? '';
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** Peak memory of this process. getrusage would include the parent's memory at the fork. */
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
