import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareVersions } from '@vesper/core/lib/vesper-version.ts';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { listBackups, type Manifest, readManifest } from '../upkeep/server/backups/manifest.ts';

export const RELEASES = fileURLToPath(new URL('../../db/releases', import.meta.url));
const CHANGELOG = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url));

/** A released version in db/releases/<version>, made by script/keep-release. */
export interface Release {
  version: string;
  /** Its database, as a backup. */
  storage: Storage;
  manifest: Manifest;
  /** The queries of its pages and public calls. */
  reads: Read[];
  names: Names;
}

export interface Read {
  text: string;
  values: unknown[];
}

/** Columns and functions that the program names. */
export interface Names {
  tables: Record<string, string[]>;
  functions: string[];
}

export const READS = 'reads.json';
export const NAMES = 'names.json';

/** Oldest first. */
export async function readReleases(folder = RELEASES): Promise<Release[]> {
  const versions = existsSync(folder) ? readdirSync(folder).toSorted(compareVersions) : [];
  return Promise.all(versions.map((version) => readRelease(path.join(folder, version), version)));
}

async function readRelease(folder: string, version: string): Promise<Release> {
  const storage = createFsStorage(folder);
  const [backup] = (await listBackups(storage)).filter(({ isWhole }) => isWhole);
  if (!backup) throw new Error(`The dump of ${version} is missing: create it with script/keep-release.`);
  const read = <T>(file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T;
  return {
    ...{ version, storage, manifest: await readManifest(storage, backup.name) },
    ...{ reads: read<Read[]>(READS), names: read<Names>(NAMES) },
  };
}

/** Versions in the changelog, oldest first. */
export function releasedVersions(changelog = readFileSync(CHANGELOG, 'utf8')): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)]
    .map(([, version]) => version ?? '')
    .toSorted(compareVersions);
}

/** Contradictions between kept releases, the changelog and this program's version. */
export function releaseFaults({
  kept,
  released,
  version,
}: {
  kept: readonly string[];
  released: readonly string[];
  version: string;
}): string[] {
  const newest = released.at(-1);
  return [
    ...released
      .filter((one) => !kept.includes(one))
      .map(
        (one) => `CHANGELOG.md names ${one}, of which db/releases keeps nothing: run script/keep-release.`,
      ),
    ...kept
      .filter((one) => !released.includes(one))
      .map((one) => `db/releases keeps ${one}, which CHANGELOG.md does not name as released.`),
    ...(newest === version
      ? []
      : [`package.json says ${version}, and CHANGELOG.md that ${newest} is the newest.`]),
  ];
}
