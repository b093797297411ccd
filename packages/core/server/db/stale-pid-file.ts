import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../lib/log.ts';

/** After a crash the pid may have been reused, and PostgreSQL would refuse to start. Kept unless certainly stale. */
export function removeStalePidFile(dataDir: string, log: Log): void {
  const pidFile = pidFileOf(dataDir);
  if (!existsSync(pidFile)) return;
  const pid = pidIn(pidFile);
  if (pid > 0 && runsThisCluster(pid, dataDir)) return;
  log.warn({ pid }, 'Removing the pid file of a database that is no longer running.');
  rmSync(pidFile, { force: true });
}

export function pidFileOf(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}

/** It need not answer yet, or any more. */
export function hasServer(dataDir: string): boolean {
  const pid = pidIn(pidFileOf(dataDir));
  return pid > 0 && runsThisCluster(pid, dataDir);
}

function pidIn(pidFile: string): number {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8').split('\n')[0] ?? '', 10) || 0;
  } catch {
    return 0;
  }
}

function runsThisCluster(pid: number, dataDir: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return command.includes('postgres') && command.includes(dataDir);
  } catch {
    // No /proc (macOS): PostgreSQL decides itself.
    return !existsSync('/proc/self');
  }
}

/** False for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch (error) {
    // Without /proc (macOS) only the signal tells.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/self');
  }
}
