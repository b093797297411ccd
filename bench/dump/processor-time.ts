import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time of this process, and of the database's processes that serve a database at present; 0
 * for these where there is no /proc. On a busy machine it says more than the clock.
 */
export function processorTime(database: string): { ownMs: number; databaseMs: number } {
  const { user, system } = process.cpuUsage();
  return { ownMs: (user + system) / 1000, databaseMs: existsSync('/proc/self/stat') ? timeOf(database) : 0 };
}

function timeOf(database: string): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!title.startsWith('postgres:') || !title.includes(` ${database} `)) continue;
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * TICK_MS;
}
