import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CopiedTable, SequenceState } from '@vesper/core/db/table-copy.ts';
import { SEALED_MARK } from '@vesper/core/storage/sealed-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { asDamage, DamagedError, type FilesPart, NoKeyError, type Part } from './parts.ts';

/** Written last: a folder without it is no backup. */
export interface Manifest {
  format: 1;
  /** Also its folder's name: when it began, `2026-11-24T02-16-05Z`. */
  name: string;
  startedAt: string;
  finishedAt: string;
  vesper: string;
  postgres: string;
  /** In order. */
  migrations: { name: string; sha256: string }[];
  /** The end of the audit log. */
  audit: { seq: number; hash: string };
  tables: (Part & CopiedTable & { rows: number })[];
  sequences: SequenceState[];
  /** Rows of `JOB_COLUMNS`. */
  jobs: Part & { rows: number };
  settings: Part;
  /** Null if made without files. */
  files: FilesPart | null;
}

export interface KeptSettings {
  signingKey: string | undefined;
  /** Of the key then in use, to notice another. */
  signingKeyMark?: string;
  /** Without secrets. */
  given: Record<string, string>;
}

const ROOT = 'backups';
export const MANIFEST = 'manifest.json';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?Z$/;
const LARGEST_BYTES = 50_000_000;

export function folderOf(name: string): string {
  return `${ROOT}/${name}`;
}

/** From the time it begins. */
export function nameFor(moment: Date): string {
  return moment
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.(\d+)Z$/, '-$1Z');
}

export function momentOf(name: string): Date {
  return new Date(
    name.replace(/T(\d\d)-(\d\d)-(\d\d)-?(\d*)Z$/, (_, h, m, s, ms) => `T${h}:${m}:${s}.${ms || 0}Z`),
  );
}

export async function writeManifest(storage: Storage, manifest: Manifest): Promise<void> {
  const body = Readable.from([Buffer.from(serialise(manifest))]);
  await storage.put(`${folderOf(manifest.name)}/${MANIFEST}`, body);
}

/** Throws DamagedError unless it is intact, to the byte. */
export async function readManifest(storage: Storage, name: string): Promise<Manifest> {
  const key = `${folderOf(name)}/${MANIFEST}`;
  const found = await storage.head(key);
  if (!found) throw new DamagedError(`The backup "${name}" is unfinished: it has no ${MANIFEST}.`);
  if (found.sizeBytes > LARGEST_BYTES) throw new DamagedError(`The ${MANIFEST} of "${name}" is damaged.`);
  const body = await storage.read(key);
  const written = body ? await text(body).catch((error) => Promise.reject(asDamage(error))) : '';
  if (written.startsWith(SEALED_MARK))
    throw new NoKeyError(`The backup "${name}" is encrypted: set its BACKUP_KEY.`);
  return parseManifest(written, name);
}

/** Undefined if damaged: its verification says how. */
export async function readUndamaged(storage: Storage, name: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(storage, name);
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
}

export async function findWithFiles(
  storage: Storage,
  names: readonly string[],
): Promise<(Manifest & { files: FilesPart }) | undefined> {
  for (const name of names) {
    const manifest = await readUndamaged(storage, name);
    if (manifest?.files) return { ...manifest, files: manifest.files };
  }
  return undefined;
}

function parseManifest(written: string, name: string): Manifest {
  const manifest = parseSerialised<Manifest>(written);
  if (manifest?.name !== name)
    throw new DamagedError(`The ${MANIFEST} of "${name}" is damaged: its bytes have changed.`);
  if (manifest.format !== 1)
    throw new DamagedError(`The backup "${name}" was made by a newer version of Vesper.`);
  return manifest;
}

/** With a digest of the rest, so that any changed byte shows. */
export function serialise(value: object): string {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return `${JSON.stringify({ ...value, digest }, null, 1)}\n`;
}

/** Undefined unless exactly as `serialise` wrote it. */
export function parseSerialised<T extends object>(written: string): T | undefined {
  try {
    const { digest: _, ...value } = JSON.parse(written) as T & { digest: string };
    return serialise(value) === written ? (value as unknown as T) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Oldest first. Unfinished ones were interrupted or are still running. */
export async function listBackups(storage: Storage): Promise<{ name: string; isWhole: boolean }[]> {
  const found = new Map<string, boolean>();
  for await (const { key } of storage.list(ROOT)) {
    const [, name = '', file] = key.split('/');
    if (NAME.test(name)) found.set(name, (found.get(name) ?? false) || file === MANIFEST);
  }
  return [...found]
    .map(([name, isWhole]) => ({ name, isWhole }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const AHEAD_MS = 60_000;

/** Written by a clock that was ahead, or read by one behind: its age is unknown. */
export function isInFuture(name: string, now: Date): boolean {
  return momentOf(name).getTime() > now.getTime() + AHEAD_MS;
}

/** Newest first, without future ones. */
export async function listWhole(storage: Storage, now: Date): Promise<string[]> {
  const all = await listBackups(storage);
  return all.flatMap(({ name, isWhole }) => (isWhole && !isInFuture(name, now) ? [name] : [])).toReversed();
}
