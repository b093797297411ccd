import { createReadStream, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { FILM_NAME } from '@vesper/contract';
import { readDelimited } from '@vesper/intake/readers';
import { FileProblem, openInside, plainPath, problemOf } from './inside-folder.ts';
import { type Fact, FactError, type Facts, type Found, factNamed, shown } from './said.ts';
import { MAX_SIDECAR_BYTES, readSidecar, sidecarsOf } from './sidecars.ts';
import { isFlag } from './states.ts';

export type OnNote = (sentence: string) => void;

const MOST_DEPTH = 32;

/** The first line names the columns. Throws FileProblem. */
export async function* readList(list: string, onNote: OnNote): AsyncGenerator<Found, void, undefined> {
  let columns: Column[] | undefined;
  try {
    for await (const { line, fields, fault } of readDelimited(createReadStream(list))) {
      const where = `Line ${line}`;
      if (!columns) columns = columnsOf(fields ?? [], onNote);
      else if (!fields) yield { type: 'bad', where, message: fault };
      else yield filmOfLine(where, fields, columns);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new FileProblem(`The list ${list} cannot be read (${code}).`, { cause: message });
  }
  if (!columns) throw new FileProblem(`The list ${list} is empty.`);
}

interface Column {
  name: string;
  fact: Fact | undefined;
}

function columnsOf(header: readonly string[], onNote: OnNote): Column[] {
  const columns = header.map(factNamed);
  const once = columns.map((fact, nth) => {
    // Several columns may hold old addresses.
    return fact !== 'addresses' && columns.indexOf(fact) < nth ? undefined : fact;
  });
  if (!once.includes('file'))
    throw new FileProblem(
      `The first line of the list must name its columns, one of them "file": the path of the film in the folder. It names: ${header.map(quoted).join(', ')}.`,
    );
  const unused = header.filter((_, nth) => once[nth] === undefined && header[nth] !== '');
  if (unused.length > 0) onNote(`Unused columns: ${unused.map(quoted).join(', ')}.`);
  return header.map((name, nth) => ({ name, fact: once[nth] }));
}

function filmOfLine(where: string, fields: readonly string[], columns: readonly Column[]): Found {
  if (fields.length > columns.length || fields.length < columns.length - 1) {
    const count = fields.length === 1 ? 'one field' : `${fields.length} fields`;
    const message = `It has ${count} where the first line names ${columns.length} columns.`;
    return { type: 'bad', where, message };
  }
  if (fields.some((field) => field.includes('\ufffd')))
    return {
      type: 'bad',
      where,
      message: "Contains characters outside the file's character set.",
    };
  const facts = new Map<Fact, string[]>();
  const unused = new Map<string, string>();
  for (const [nth, { name, fact }] of columns.entries()) {
    const value = fields[nth] ?? '';
    // Joined tables repeat column names.
    if (!fact || isFlag(name, value)) unused.set(name, [unused.get(name) ?? [], value].flat().join(' '));
    else if (value !== '') facts.set(fact, [...(facts.get(fact) ?? []), value]);
  }
  return filmAt(where, facts.get('file')?.[0] ?? '', facts, unused);
}

function filmAt(where: string, written: string, facts: Facts, unused?: ReadonlyMap<string, string>): Found {
  try {
    return { type: 'film', where, path: plainPath(written), facts, ...(unused && { unused }) };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { type: 'bad', where, message: error.message };
  }
}

/** By path, with their sidecars. Throws FileProblem. */
export async function* readFolder(root: string, onNote: OnNote): AsyncGenerator<Found, void, undefined> {
  const unknown = new Map<string, number>();
  let links = 0;
  const onUnknown = (name: string) => unknown.set(name, (unknown.get(name) ?? 0) + 1);
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await entriesOf(path.join(root, folder));
    if (typeof entries === 'string') {
      yield { type: 'bad', where: folder || root, message: `The folder cannot be read (${entries}).` };
      continue;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = new Set(entries.map(({ name }) => name));
    const below: string[] = [];
    for (const entry of entries) {
      const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (inside.split('/').length > MOST_DEPTH)
          yield { type: 'bad', where: inside, message: 'The folder is nested too deeply.' };
        else below.push(inside);
      } else if (!FILM_NAME.test(entry.name)) continue;
      else if (entry.isSymbolicLink()) links += 1;
      else if (entry.isFile()) yield await filmWithSidecar(root, inside, { names, onUnknown });
    }
    for (const folder of below.reverse()) folders.push(folder);
  }
  if (links > 0) onNote(`Symbolic links are not followed: ${links} skipped. To import them, use a list.`);
  if (unknown.size > 0) {
    const most = [...unknown].sort((a, b) => b[1] - a[1]).slice(0, 20);
    onNote(`Unused fields of sidecar files: ${most.map(([name]) => quoted(name)).join(', ')}.`);
  }
}

function entriesOf(folder: string): Promise<Dirent[] | string> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error.code ?? '');
}

async function filmWithSidecar(
  root: string,
  inside: string,
  { names, onUnknown }: { names: ReadonlySet<string>; onUnknown: (name: string) => void },
): Promise<Found> {
  const film = inside.slice(inside.lastIndexOf('/') + 1);
  const sidecar = sidecarsOf(film).find((name) => names.has(name));
  if (sidecar === undefined) return filmAt(inside, inside, new Map());
  try {
    const text = await readSmall(root, inside.slice(0, -film.length) + sidecar);
    const { facts, unused } = readSidecar(sidecar, text);
    for (const name of unused.keys()) onUnknown(name);
    return filmAt(inside, inside, facts, unused);
  } catch (error) {
    if (!(error instanceof FactError || error instanceof FileProblem)) throw error;
    return { type: 'bad', where: inside, message: error.message };
  }
}

async function readSmall(root: string, inside: string): Promise<string> {
  const handle = await openInside(root, inside);
  try {
    const { size } = await handle.stat();
    if (size > MAX_SIDECAR_BYTES) throw new FactError('Its sidecar file is larger than 1 MB.');
    const bytes = await handle.readFile();
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new FactError('Its sidecar file is not UTF-8.');
    }
  } catch (error) {
    throw problemOf(error);
  } finally {
    await handle.close();
  }
}

function quoted(name: string): string {
  return `"${shown(name)}"`;
}
