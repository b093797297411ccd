import { type DraftChange, FILM_NAME } from '@vesper/contract';
import { countText } from '@vesper/web/ui/format.ts';
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
  const unused = [...drafts.keys()].filter((name) => !found.some((one) => one.name === name));
  if (unused.length > 0) notes.push(`${leftOut(unused)} named in a CSV file but not among the films.`);
  if (others.length > 0)
    notes.push(`${leftOut(others.map(({ file }) => file.name))} left out: not a film, or empty.`);
  return { films: found, notes };
}

const MOST_NAMED = 5;

function leftOut(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  if (names.length === 1) return `${named} is`;
  return `${countText(names.length, 'file')} (${named}${names.length > MOST_NAMED ? ', …' : ''}) are`;
}

/** Reads folders with all they contain. Must be called while the drop event is handled. */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.slice(1) }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: ChosenFile[] = [];
  for (;;) {
    // It returns at most 100 at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return files;
    for (const one of some) files.push(...(await filesIn(one)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

export function pickedFiles(list: FileList): ChosenFile[] {
  return Array.from(list, (file) => ({ file, path: file.webkitRelativePath || file.name }));
}
