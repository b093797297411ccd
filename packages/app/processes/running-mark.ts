import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRunning } from '@vesper/core/db/stale-pid-file.ts';

const FOLDER = 'running';
/** Heartbeat for other machines. */
const TOUCH_MS = 60_000;
const SILENT_MS = 5 * TOUCH_MS;

/** Marks DATA_DIR as used, for a restore with an own server, which cannot see who uses the former database. Returns the unmarking. */
export function markRunning(dataDir: string): () => void {
  const file = path.join(dataDir, FOLDER, `${hostname()}.${process.pid}`);
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, startOf(process.pid), { mode: 0o600 });
  } catch {
    // Nor can a restore write there.
    return () => {};
  }
  const timer = setInterval(() => touch(file), TOUCH_MS).unref();
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

export function isFolderInUse(dataDir: string, now = Date.now()): boolean {
  const folder = path.join(dataDir, FOLDER);
  return namesIn(folder).some((name) => {
    const [, host, pid] = /^(.*)\.(\d+)$/.exec(name) ?? [];
    const file = path.join(folder, name);
    try {
      if (host !== hostname()) return now - statSync(file).mtimeMs < SILENT_MS;
      return isRunning(Number(pid)) && readFileSync(file, 'utf8') === startOf(Number(pid));
    } catch {
      return false;
    }
  });
}

/** Tells reused process numbers apart. Empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The next one may.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
