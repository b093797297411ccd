import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readStat } from '../process-stat.ts';

/**
 * Milliseconds of processor time of this process, and of the database's processes that serve a database at present; 0
 * for these where there is no /proc. On a busy machine it says more than the clock.
 */
export function processorTime(database: string): { ownMs: number; databaseMs: number } {
  const { user, system } = process.cpuUsage();
  return { ownMs: (user + system) / 1000, databaseMs: existsSync('/proc/self/stat') ? timeOf(database) : 0 };
}

function timeOf(database: string): number {
  let ms = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (title.startsWith('postgres:') && title.includes(` ${database} `))
        ms += readStat(Number(pid))?.ms ?? 0;
    } catch {
      // It has ended meanwhile.
    }
  }
  return ms;
}
