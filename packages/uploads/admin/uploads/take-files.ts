import { type DraftChange, FILM_NAME } from '@vesper/contract';
import { fileKey, readCsvWords } from './csv-words.ts';

/** `path` begins with the folder that was dropped or chosen. */
export interface ChosenFile {
  file: File;
  path: string;
}

export interface TakenFiles {
  films: { file: File; own: DraftChange }[];
  /** A sentence each. */
  notes: string[];
}

/** Chooses the films and fills in what the CSV files among them say. */
export async function takeFiles(chosen: readonly ChosenFile[]): Promise<TakenFiles> {
  const visible = chosen.filter(({ file }) => !file.name.startsWith('.'));
  const lists = visible.filter(({ file }) => /\.csv$/i.test(file.name));
  const films = visible.filter(({ file }) => FILM_NAME.test(file.name) && file.size > 0);
  const others = visible.filter((one) => !lists.includes(one) && !films.includes(one));
  const drafts = new Map<string, DraftChange>();
  const notes: string[] = [];
  for (const { file } of lists) {
    const { problems, ...read } = await readCsvWords(await file.text());
    for (const [name, draft] of read.drafts) drafts.set(name, draft);
    notes.push(...problems.map((problem) => `${file.name}: ${problem}`));
  }
  const found = films.map(({ file, path }) => {
    const names = [path, path.slice(path.indexOf('/') + 1), file.name].map(fileKey);
    const name = names.find((one) => drafts.has(one));
    return { file, name, own: (name !== undefined && drafts.get(name)) || {} };
  });
  const used = new Set(found.map(({ name }) => name));
  const unused = [...drafts.keys()].filter((name) => !used.has(name));
  if (unused.length > 0) notes.push(`Named in a CSV file, but not among these films: ${listed(unused)}.`);
  if (others.length > 0)
    notes.push(`Left out, as no film or empty: ${listed(others.map(({ file }) => file.name))}.`);
  return { films: found, notes };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** Reads folders with all they contain. Must be called while the drop event is handled. */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((...answer) => (entry as FileSystemFileEntry).file(...answer));
    return [{ file, path: entry.fullPath.slice(1) }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: ChosenFile[] = [];
  for (;;) {
    // At most 100 at a time.
    const some = await new Promise<FileSystemEntry[]>((...answer) => reader.readEntries(...answer));
    if (some.length === 0) return files;
    for (const one of some) files.push(...(await filesIn(one)));
  }
}

export function pickedFiles(list: FileList): ChosenFile[] {
  return Array.from(list, (file) => ({ file, path: file.webkitRelativePath || file.name }));
}
