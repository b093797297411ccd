import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { childRunning, familyOf } from '../../e2e/programs.ts';
import type { Random } from '../catalogue/random.ts';

/** Where to look for what can be killed. */
export interface Living {
  supervisor: number;
  dataDir: string;
}

/** The processes that die together, undefined or none where there is no such process at the moment. */
export type Victims = (living: Living, random: Random) => Promise<number[]> | number[];

export type Fates = Record<string, { weight: number; victims: Victims }>;

/** What an operator's site may lose, and how often in a hundred kills. */
const FATES: Fates = {
  'the worker without its children': { weight: 25, victims: ({ supervisor }) => workerOf(supervisor) },
  'the worker and its children': {
    weight: 25,
    victims: ({ supervisor }) => workerOf(supervisor).flatMap(familyOf),
  },
  'a child of the worker': {
    weight: 12,
    victims: ({ supervisor }, random) =>
      oneOf(
        workerOf(supervisor).flatMap((pid) => familyOf(pid).slice(1)),
        random,
      ),
  },
  'the site': { weight: 8, victims: ({ supervisor }) => present(childRunning(supervisor, 'web.ts')) },
  'a process of the database': {
    weight: 8,
    victims: async ({ dataDir }, random) => oneOf((await database(dataDir)).slice(1), random),
  },
  'the database without its children': {
    weight: 6,
    victims: async ({ dataDir }) => (await database(dataDir)).slice(0, 1),
  },
  'the whole database': { weight: 4, victims: ({ dataDir }) => database(dataDir) },
  'the supervisor without its children': { weight: 6, victims: ({ supervisor }) => [supervisor] },
  everything: {
    weight: 6,
    victims: async ({ supervisor, dataDir }) => [...familyOf(supervisor), ...(await database(dataDir))],
  },
};

/** Kills what the dice say; the name of the fate, or undefined where nothing of its kind lived. */
export async function killByFate(
  living: Living,
  random: Random,
  fates: Fates = FATES,
): Promise<string | undefined> {
  const name = nameAt(random, fates);
  const victims = (await fates[name]?.victims(living, random)) ?? [];
  for (const pid of victims) kill(pid);
  return victims.length > 0 ? name : undefined;
}

function nameAt(random: Random, fates: Fates): string {
  const names = Object.entries(fates).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  return names[Math.floor(random() * names.length)] ?? 'everything';
}

function workerOf(supervisor: number): number[] {
  return present(childRunning(supervisor, 'worker.ts'));
}

/** The server process of the site's own database and its children; empty while it does not run. */
export async function database(dataDir: string): Promise<number[]> {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  return pid > 0 ? familyOf(pid) : [];
}

export function oneOf(pids: number[], random: Random): number[] {
  return pids.length > 0 ? present(pids[Math.floor(random() * pids.length)]) : [];
}

function present(pid: number | undefined): number[] {
  return pid === undefined ? [] : [pid];
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
