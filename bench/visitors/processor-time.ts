import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

interface ProcessTime {
  parent: number;
  ms: number;
}

/** Processor time of a process with all its threads, in milliseconds. */
export async function timeOfProcess(pid: number): Promise<number> {
  return (await read(pid))?.ms ?? 0;
}

/** The same of a process and its children that still live. */
export async function timeOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = await Promise.all(pids.map(async (one) => ({ pid: one, ...(await read(one)) })));
  return times.reduce((sum, one) => (one.pid === pid || one.parent === pid ? sum + (one.ms ?? 0) : sum), 0);
}

export async function parentOf(pid: number): Promise<number> {
  const found = await read(pid);
  if (!found) throw new Error(`There is no process ${pid}.`);
  return found.parent;
}

/** proc(5), /proc/pid/stat: fields are counted from behind the name, which may hold anything. */
async function read(pid: number): Promise<ProcessTime | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}
