import { DraftChange } from '@vesper/contract';

/** What a CSV file says of films, by their names or paths in small letters. */
export interface CsvWords {
  drafts: ReadonlyMap<string, DraftChange>;
  /** Whatever could not be used, a sentence each. */
  problems: string[];
}

/** As in lists of films to import (docs/sources.md). */
const COLUMNS = new Map([
  ...['file', 'filename', 'path', 'name'].map((name) => [name, 'file'] as const),
  ...['title', 'description', 'tags', 'category', 'language'].map((name) => [name, name] as const),
  ...['publish', 'publishat', 'published', 'date'].map((name) => [name, 'publish'] as const),
]);

export async function readCsvWords(text: string): Promise<CsvWords> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const [header = ''] = text.split(/\r?\n/, 1);
  const delimiter = [';', '\t'].find((one) => header.split(one).length > header.split(',').length) ?? ',';
  const drafts = new Map<string, DraftChange>();
  const problems: string[] = [];
  try {
    const options = { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    const rows = parse<Record<string, string>>(text, {
      ...{ ...options, delimiter },
      columns: (names: string[]) =>
        names.map((name) => COLUMNS.get(name.toLowerCase().replace(/[\s_-]/g, ''))),
    });
    for (const { file, ...row } of rows) {
      if (!file) continue;
      const draft: DraftChange = {};
      for (const [column, value] of Object.entries(row)) {
        const said = DraftChange.safeParse(value === '' ? {} : readCell(column, value));
        if (said.success) Object.assign(draft, said.data);
        else problems.push(`${file}, ${column}: ${said.error.issues[0]?.message}`);
        // Rather than at once.
        if (!said.success && column === 'publish') draft.publish = 'hidden';
      }
      drafts.set(fileKey(file), draft);
    }
    if (drafts.size === 0) problems.push('It has no column "file".');
  } catch (error) {
    problems.push(`It cannot be read as CSV. ${(error as Error).message}`);
  }
  return { drafts, problems };
}

/** Paths may be written the Windows way. */
export function fileKey(name: string): string {
  return name.normalize().toLowerCase().replaceAll('\\', '/');
}

function readCell(column: string, value: string): object {
  if (column === 'tags')
    return {
      tags: value
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    };
  return column === 'publish' ? readPublish(value) : { [column]: value };
}

/** "now", "hidden", or a time: local unless it names its zone. */
function readPublish(value: string): object {
  if (/^(?:now|hidden)$/i.test(value)) return { publish: value.toLowerCase() };
  const time = new Date(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00` : value);
  const publishAt = Number.isNaN(time.getTime()) ? value : time.toISOString();
  return { publish: 'later', publishAt };
}
