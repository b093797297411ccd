import { type DraftChange, PUBLISH_WHEN } from '@vesper/contract';

/** As in lists of films to import (docs/sources.md). */
const COLUMNS = new Map([
  ...['file', 'filename', 'path', 'name'].map((name) => [name, 'file'] as const),
  ...['title', 'description', 'tags', 'category', 'language'].map((name) => [name, name] as const),
  ...['publish', 'publishat', 'published', 'date'].map((name) => [name, 'publish'] as const),
]);

/** What a CSV file says of films, by `fileKey`, and a sentence for whatever cannot be used. */
export async function readCsvWords(text: string) {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const [header = ''] = text.split(/\r?\n/, 1);
  const delimiter = [';', '\t'].find((one) => header.split(one).length > header.split(',').length) ?? ',';
  const drafts = new Map<string, DraftChange>();
  const problems: string[] = [];
  try {
    const rows = parse<Record<string, string>>(text, {
      ...{ bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true },
      columns: (names: string[]) =>
        names.map((name) => COLUMNS.get(name.toLowerCase().replace(/[\s_-]/g, ''))),
    });
    for (const { file, ...row } of rows) {
      if (!file) continue;
      const draft = {};
      for (const [column, value] of Object.entries(row)) {
        const { problem, ...said } = value === '' ? {} : readCell(column, value);
        if (problem) problems.push(`${file}: ${problem}`);
        Object.assign(draft, said);
      }
      drafts.set(fileKey(file), draft);
    }
    if (drafts.size === 0) problems.push('It names no file in a column "file".');
  } catch (error) {
    problems.push(`It cannot be read as CSV. ${(error as Error).message}`);
  }
  return { drafts, problems };
}

/** Paths may be written the Windows way. */
export function fileKey(name: string): string {
  return name.normalize().toLowerCase().replaceAll('\\', '/');
}

/** The server checks the rest. */
function readCell(column: string, value: string): DraftChange & { problem?: string } {
  if (column === 'publish') return readPublish(value);
  if (column === 'tags')
    return {
      tags: value
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    };
  if (column === 'language' && !/^[a-z]{2,3}$/i.test(value))
    return { problem: `"${value}" is not a language code, such as en.` };
  return { [column]: column === 'language' ? value.toLowerCase() : value };
}

/** A time is local unless it names its zone. An unreadable one must not publish the film at once. */
function readPublish(value: string): DraftChange & { problem?: string } {
  const when = PUBLISH_WHEN.find((one) => one === value.toLowerCase());
  if (when && when !== 'later') return { publish: when, publishAt: null };
  const time = new Date(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00` : value);
  if (!Number.isNaN(time.getTime())) return { publish: 'later', publishAt: time.toISOString() };
  const problem = `"${value}" is not a time, such as 2026-12-24 18:00. The film stays hidden.`;
  return { publish: 'hidden', publishAt: null, problem };
}
