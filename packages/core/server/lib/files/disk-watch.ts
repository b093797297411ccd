import { stat, statfs } from 'node:fs/promises';
import { createFaults, type Faults } from '../faults.ts';
import { createHeld } from '../held.ts';
import type { Log } from '../log.ts';
import { formatSize } from '../outbound/source-error.ts';
import {
  asDiskError,
  DiskError,
  type DiskFault,
  faultMessage,
  faultOfFolder,
  nearestFolder,
} from './disk-error.ts';

/** If both are given, the smaller applies. */
export interface RoomLimit {
  bytes: number | undefined;
  share: number | undefined;
}

export interface WatchedFolder {
  path: string;
  /** We write there; otherwise only free space is checked. */
  isOurs: boolean;
}

/** A disk, or an unwritable folder, with our folders on it. */
export interface DiskState {
  folders: string[];
  freeBytes: number;
  sizeBytes: number;
  state: 'ok' | 'low' | DiskFault;
  sentence: string | null;
}

export interface DiskWatch {
  /** At most a second old. */
  look(): Promise<DiskState[]>;
  /** The device of each folder, also of one not created yet. */
  devices(): Promise<ReadonlySet<number>>;
  /** Every folder has room and is writable. */
  hasRoom(): Promise<boolean>;
  requireRoom(): Promise<void>;
  /** Makes a disk fault a DiskError, whose folder counts as full for a minute: checks do not see quotas. */
  blame(error: unknown): unknown;
}

export interface DiskWatchOptions {
  folders: readonly WatchedFolder[];
  warnBelow: RoomLimit;
  stopBelow: RoomLimit;
  log?: Log;
  now?: () => number;
}

const FRESH_MS = 1_000;
const CLOSED_MS = 60_000;
/** Recovery needs a tenth more room, to avoid flapping. */
const RECOVERED = 1.1;

/** The folders need not exist yet. */
export function createDiskWatch(options: DiskWatchOptions): DiskWatch {
  const { folders, log, now = () => performance.now() } = options;
  // No settling time: RECOVERED prevents flapping.
  const faults = log && createFaults(log, 0);
  let told = new Set<string>();
  const ours = folders.filter(({ isOurs }) => isOurs).map(({ path }) => path);
  const former = new Map<string, DiskState['state']>();
  // One at a time: on a dead mount a measurement may never end, and holds a thread.
  const measuring = createHeld(measure, Number.POSITIVE_INFINITY, { nowMs: now });
  const looking = createHeld(() => measuring.get().finally(measuring.forget), FRESH_MS, { nowMs: now });
  const devices = createHeld(findDevices, Number.POSITIVE_INFINITY, { nowMs: now });
  let met: { error: DiskError; until: number } | undefined;

  async function measure(): Promise<DiskState[]> {
    const disks = new Map<string, DiskState>();
    for (const { path, isOurs } of folders) {
      const { device, freeBytes, sizeBytes } = await measureRoom(path);
      const fault = isOurs ? ((await faultOfFolder(path)) ?? metFault(path)) : undefined;
      const state = fault ?? judgeRoom({ freeBytes, sizeBytes }, options, former.get(path));
      former.set(path, state);
      const key = fault ? path : `${device} ${state}`;
      const sentence = fault ? faultMessage(fault, path) : null;
      const disk = disks.get(key) ?? { folders: [], freeBytes, sizeBytes, state, sentence };
      disk.folders.push(path);
      disks.set(key, disk);
    }
    const states = [...disks.values()].map((disk) => ({
      ...disk,
      sentence: disk.sentence ?? roomMessage(disk),
    }));
    if (faults) logStates(states, faults);
    return states;
  }

  function metFault(path: string): DiskFault | undefined {
    return met && met.error.folder === path && now() < met.until ? met.error.fault : undefined;
  }

  function logStates(states: readonly DiskState[], faults: Faults): void {
    const bad = states.filter(({ sentence }) => sentence !== null);
    const keyOf = ({ folders }: DiskState, state: DiskState['state']) => `${state} ${folders.join(' ')}`;
    // A full disk also counts as almost full.
    const keys = new Set(bad.flatMap((disk) => [keyOf(disk, disk.state), keyOf(disk, 'low')]));
    for (const key of told) if (!keys.has(key)) faults.end(key);
    told = keys;
    for (const disk of bad) {
      const { folders, freeBytes, state } = disk;
      faults.begin(keyOf(disk, state), {
        ...{ level: state === 'low' ? 'warn' : 'error', fields: { folders, freeBytes } },
        sentence: state === 'low' ? `${disk.sentence}` : `${disk.sentence} Downloads wait.`,
      });
    }
  }

  async function findDevices(): Promise<ReadonlySet<number>> {
    return new Set(
      await Promise.all(folders.map(async ({ path }) => (await stat(await nearestFolder(path))).dev)),
    );
  }

  async function problem(): Promise<DiskError | undefined> {
    const bad = (await looking.get()).find(({ state }) => state !== 'ok' && state !== 'low');
    return bad && new DiskError(bad.state as DiskFault, bad.folders[0] ?? '');
  }

  return {
    look: looking.get,
    devices: () => devices.get().finally(devices.forget),
    hasRoom: async () => (await problem()) === undefined,
    async requireRoom() {
      const error = await problem();
      if (error) throw error;
    },
    blame(error) {
      const blamed = asDiskError(error, ours);
      if (!(blamed instanceof DiskError)) return blamed;
      met = { error: blamed, until: now() + CLOSED_MS };
      // Cached results predate the error.
      measuring.forget();
      looking.forget();
      return blamed;
    },
  };
}

function judgeRoom(
  room: { freeBytes: number; sizeBytes: number },
  { warnBelow, stopBelow }: Pick<DiskWatchOptions, 'warnBelow' | 'stopBelow'>,
  former: DiskState['state'] = 'ok',
): 'ok' | 'low' | 'full' {
  const least = ({
    bytes = Number.POSITIVE_INFINITY,
    share = Number.POSITIVE_INFINITY,
  }: Partial<RoomLimit>) => Math.min(bytes, share * room.sizeBytes);
  const isBelow = (limit: RoomLimit, was: boolean) => room.freeBytes < least(limit) * (was ? RECOVERED : 1);
  if (isBelow(stopBelow, former === 'full')) return 'full';
  return isBelow(warnBelow, former === 'low' || former === 'full') ? 'low' : 'ok';
}

function roomMessage({ folders, freeBytes, sizeBytes, state }: DiskState): string | null {
  if (state === 'ok') return null;
  const percent = sizeBytes > 0 ? Math.floor((100 * freeBytes) / sizeBytes) : 0;
  const left = `${formatSize(freeBytes)} of ${formatSize(sizeBytes)} left (${percent} %)`;
  return `The disk is ${state === 'full' ? 'full' : 'almost full'}: ${left} for ${folders.join(', ')}.`;
}

/** On the folder's disk, also if not created yet. The system's reserves count as used. */
async function measureRoom(
  folder: string,
): Promise<{ device: number; freeBytes: number; sizeBytes: number }> {
  const nearest = await nearestFolder(folder);
  const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(nearest), statfs(nearest)]);
  return { device: dev, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
