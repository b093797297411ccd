import {
  type DumpFile,
  DumpForm,
  type DumpLayout,
  type DumpSample,
  type SourceDump,
  type SourceDumpChanges,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { acceptedAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { forgetFiles, type Manners } from '../manners/index.ts';
import { missingColumns, sampleDump, sampleRows } from '../readers/index.ts';
import { requireCovered, requireSource, type VideoSourceRow } from '../sources/index.ts';
import { deleteLayout, selectLayouts, upsertLayout } from './queries.ts';

/** The web server times out after 30 seconds. */
const BUDGET_MS = 25_000;
const SHOWN_ROWS = 10;
const LONGEST_FIELD = 300;

/** Throws not_found, and conflict for other kinds. */
export async function requireDump(db: Db, id: string): Promise<VideoSourceRow> {
  const source = await requireSource(db, id);
  if (source.kind !== 'dump')
    throw new AppError('conflict', 'This source is not a dump: change its kind first.');
  return source;
}

/** Throws conflict without a valid basis, and for a disabled source. */
export async function requireReadable(db: Db, { id, enabled }: VideoSourceRow): Promise<void> {
  await requireCovered(db, id);
  if (!enabled) throw new AppError('conflict', 'The source is disabled.');
}

/** Throws not_found. */
export async function getDump(db: Db, sourceId: string): Promise<SourceDump> {
  await requireSource(db, sourceId);
  const rows = await selectLayouts(db, sourceId);
  const videos = rows.find(({ file }) => file === 'videos');
  const deletions = rows.find(({ file }) => file === 'deletions');
  return {
    layout: videos?.layout ?? null,
    deletionsUrl: deletions?.url ?? null,
    deletionsLayout: deletions?.layout ?? null,
  };
}

/** A changed layout rereads the file. Throws not_found, conflict for another kind, bad_request for missing columns. */
export async function changeDump(db: Db, sourceId: string, changes: SourceDumpChanges): Promise<SourceDump> {
  const source = await requireDump(db, sourceId);
  requireEnough(changes.layout, source.delivery as 'hosted', 'layout');
  requireEnough(changes.deletionsLayout, 'deletions', 'deletionsLayout');
  return db.transaction().execute(async (tx) => {
    const before = await getDump(tx, sourceId);
    const after = { ...before, ...withoutUndefined(changes) };
    const url = after.deletionsUrl ? acceptedAddress(after.deletionsUrl, 'deletionsUrl') : null;
    await upsertLayout(tx, sourceId, { file: 'videos', url: null, layout: after.layout });
    if (url === null) await deleteLayout(tx, sourceId, 'deletions');
    else await upsertLayout(tx, sourceId, { file: 'deletions', url, layout: after.deletionsLayout });
    await forgetFiles(tx, sourceId);
    return getDump(tx, sourceId);
  });
}

function withoutUndefined(changes: SourceDumpChanges): Partial<SourceDump> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function requireEnough(
  layout: DumpLayout | null | undefined,
  needed: Parameters<typeof missingColumns>[1],
  field: string,
): void {
  const missing = layout ? missingColumns(layout.columns, needed) : null;
  if (missing !== null) throw new AppError('bad_request', missing, { [field]: missing });
}

interface Sampling {
  file: DumpFile;
  url?: string | undefined;
  form?: DumpForm | undefined;
}

/** Throws not_found, and conflict if the source may not be read. */
export async function getSample(
  { db, manners }: { db: Db; manners: Manners },
  sourceId: string,
  { file, url, form }: Sampling,
): Promise<DumpSample> {
  const source = await requireDump(db, sourceId);
  await requireCovered(db, sourceId);
  const { layout: saved, address } = await readingOf(db, source, file);
  const wanted = url === undefined ? address : acceptedAddress(url, 'url');
  if (wanted === null) throw new AppError('bad_request', 'Please give the address of the deletion list.');
  const { lines, guess } = await sampled(manners.fetchFor(sourceId), wanted, form ?? saved ?? undefined);
  const layout = saved && isSameForm(saved, guess) ? saved : guess;
  const rows = sampleRows(lines.slice(0, SHOWN_ROWS), layout);
  return {
    rows: rows.map((row) => row.slice(0, 200).map((field) => field.toWellFormed().slice(0, LONGEST_FIELD))),
    layout,
    missing: missingColumns(layout.columns, neededBy(source, file)),
  };
}

function isSameForm(one: DumpForm, other: DumpForm): boolean {
  return (Object.keys(DumpForm.shape) as (keyof DumpForm)[]).every((name) => one[name] === other[name]);
}

async function sampled(fetch: SafeFetch, url: string, form: DumpForm | undefined) {
  try {
    return await sampleDump(url, { fetch, signal: AbortSignal.timeout(BUDGET_MS) }, form);
  } catch (error) {
    if (error instanceof SourceError) throw new AppError('conflict', error.message);
    if (error instanceof DOMException)
      throw new AppError('conflict', 'Its first lines did not arrive in time.');
    throw error;
  }
}

/** A file's address and saved layout; null without a deletion list. */
export async function readingOf(
  db: Db,
  source: VideoSourceRow,
  file: DumpFile,
): Promise<{ layout: DumpLayout | null; address: string | null }> {
  const row = (await selectLayouts(db, source.id)).find((one) => one.file === file);
  return { layout: row?.layout ?? null, address: file === 'videos' ? source.base_url : (row?.url ?? null) };
}

export function neededBy(source: VideoSourceRow, file: DumpFile): Parameters<typeof missingColumns>[1] {
  return file === 'deletions' ? 'deletions' : (source.delivery as 'hosted' | 'remote' | 'embed');
}
