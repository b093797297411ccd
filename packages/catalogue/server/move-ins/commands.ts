import path from 'node:path';
import { type Command, type CommandLine, required } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { WithQueue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { selectRefusal, selectSource, selectSources, type VideoSourceRow } from '@vesper/intake/sources';
import { createDomainDirectory } from '@vesper/site/domains';
import { readFolder, readList } from './find-films.ts';
import { FileProblem, requireFolder } from './inside-folder.ts';
import { type Noted, noteFilms } from './note-films.ts';
import { selectMoveIns } from './queries.ts';
import { readOnly, requireStates, wantedOf } from './states.ts';
import { describeUndoing, undoMoveIn } from './undo.ts';

type Parts = { base: { db: Db; clock: Clock }; withQueue: WithQueue; operator: string };
type Context = Parts & CommandLine;

const MOST_PRINTED = 20;

export const moveInCommands: Record<string, Command<Parts>> = {
  'move-in': {
    operands:
      'FOLDER --source SOURCE [--list FILE] [--only VALUES] [--dry-run] [--strict]\n    | --undo NUMBER [--yes]\n   ',
    about:
      'imports the films of a folder as videos of a source of kind "folder", with metadata from sidecar files or a delimited list; --only "status=1,active; is_private=0" selects films by columns that mark some as not public; --undo shows what undoing an import would remove, and with --yes does it',
    readsOnly: ({ undo, yes, 'dry-run': isDry }) => Boolean(isDry) || (undo !== undefined && !yes),
    async run(context) {
      try {
        await (context.options.undo === undefined ? moveIn(context) : undo(context));
      } catch (error) {
        if (error instanceof FileProblem) throw new AppError('bad_request', error.message);
        throw error;
      }
    },
  },
  'move-ins': {
    about: 'lists imported folders with the states of their films',
    readsOnly: true,
    async run({ base, print }) {
      const rows = await selectMoveIns(base.db, MOST_PRINTED);
      if (rows.length === 0) print('No folders imported yet.');
      for (const { id, source_name, folder, list, undone_at, noted_at, films, old_addresses } of rows) {
        const state = undone_at ? ', undone' : noted_at ? '' : ', listing incomplete';
        print(`${id}  ${source_name}  ${list ?? folder}${state}`);
        const counts = Object.entries(films).map(([name, n]) => `${n} ${name}`);
        print(`    ${counts.join(', ') || 'no films'}; ${old_addresses} old addresses`);
      }
    },
  },
};

async function moveIn({ base: { db, clock }, operands, options, print, operator }: Context): Promise<void> {
  const folder = await requireFolder(requireAbsolute(required(operands[0], 'the folder with the films')));
  const list = options.list === undefined ? null : requireAbsolute(String(options.list));
  const source = await requireFolderSource(db, required(options.source as string | undefined, '--source'));
  const names = (await createDomainDirectory(db).withPublicNames()).map(({ domain }) => domain);
  const isDry = Boolean(options['dry-run']);
  const noting = { db, source, folder, list, orderedBy: operator, domains: new Set(names), now: clock.now() };
  const remarks = new Set<string>();
  const find = () =>
    list === null
      ? readFolder(folder, (remark) => remarks.add(remark))
      : readList(list, (remark) => remarks.add(remark));
  const only = readOnly(options.only as string | undefined);
  const others = await requireStates(find(), only);
  const wanted = () => wantedOf(find(), only);
  if (options.strict && !isDry) refuseBad(await noteFilms({ ...noting, isDry: true }, wanted()), print);
  const noted = await noteFilms({ ...noting, isDry }, wanted());
  for (const remark of remarks) print(remark);
  if (others > 0) print(`Left out by --only: ${others.toLocaleString('en')}.`);
  report(noted, { isDry, print });
  if (options.strict && isDry) refuseBad(noted, () => undefined);
}

function refuseBad({ bad }: Noted, print: CommandLine['print']): void {
  if (bad.length === 0) return;
  printSome(bad, 'cannot be imported', print);
  throw new AppError('bad_request', 'Nothing was imported, because of --strict.');
}

function report(noted: Noted, { isDry, print }: { isDry: boolean; print: CommandLine['print'] }): void {
  const { moveInId, fresh, again, waiting, here, changed, removed, bad, notes } = noted;
  const coming = fresh + again;
  const said: [number, string][] = [
    [fresh, 'new'],
    [again, 'to import again'],
    [waiting, 'already waiting'],
    [here, 'already in the library'],
    [changed.length, 'changed since their import (skipped)'],
    [removed, 'removed here (skipped)'],
    [bad.length, 'unusable'],
  ];
  print(
    said
      .filter(([n]) => n > 0)
      .map(([n, word]) => `${n.toLocaleString('en')} ${word}`)
      .join(', ') || 'No films were found.',
  );
  printSome(
    changed.map((where) => ({ where, message: 'To apply the change, edit its video in the back office.' })),
    'changed',
    print,
  );
  printSome(notes, 'with notes', print);
  printSome(bad, 'cannot be imported', print);
  if (coming === 0) print('Nothing to import.');
  else if (isDry) print(`Films that would be imported without --dry-run: ${coming.toLocaleString('en')}.`);
  else
    print(
      `Import ${moveInId}: the worker copies the films. "script/vesper move-ins" and the Imports page show its progress.`,
    );
}

function printSome(
  remarks: readonly { where: string; message: string }[],
  what: string,
  print: CommandLine['print'],
): void {
  if (remarks.length === 0) return;
  print(`${remarks.length.toLocaleString('en')} ${what}:`);
  for (const { where, message } of remarks.slice(0, MOST_PRINTED))
    print(`    ${where.replace(/\p{Cc}/gu, '?')}: ${message}`);
  if (remarks.length > MOST_PRINTED)
    print(`    and ${(remarks.length - MOST_PRINTED).toLocaleString('en')} more`);
}

async function undo({ base: { db }, operands, options, print, operator, withQueue }: Context): Promise<void> {
  const id = Number(/^[1-9]\d{0,8}$/.exec(String(options.undo))?.[0] ?? Number.NaN);
  if (Number.isNaN(id) || operands.length > 0)
    throw new AppError(
      'bad_request',
      '--undo needs the number of an import: "script/vesper move-ins" lists them.',
    );
  const isMeant = Boolean(options.yes);
  const { removes, edited, named, ends, oldAddresses } = isMeant
    ? await withQueue((queue) => undoMoveIn({ db, queue }, id, { by: operator }))
    : await describeUndoing(db, id);
  print(`Videos ${isMeant ? 'being' : 'to be'} removed: ${removes.toLocaleString('en')}.`);
  if (ends > 0) print(`Films that will not be imported: ${ends.toLocaleString('en')}.`);
  if (edited > 0)
    print(`Videos kept because they were edited or hidden by hand: ${edited.toLocaleString('en')}.`);
  if (named > 0) print(`Videos kept because of a notice: ${named.toLocaleString('en')}.`);
  print(`Old addresses that stop redirecting: ${oldAddresses.toLocaleString('en')}.`);
  print(
    isMeant
      ? 'The worker removes the videos. Importing the folder again restores them.'
      : 'Nothing was changed. Add --yes to do it.',
  );
}

/** The worker runs in another folder. */
function requireAbsolute(typed: string): string {
  if (path.isAbsolute(typed)) return path.normalize(typed);
  throw new AppError(
    'bad_request',
    `Please give an absolute path, such as /srv/films, instead of "${typed}".`,
  );
}

async function requireFolderSource(db: Db, named: string): Promise<VideoSourceRow> {
  const source =
    (await selectSource(db, named)) ??
    (await selectSources(db)).find(({ name, base_url }) => [name, base_url].includes(named));
  if (!source)
    throw new AppError(
      'not_found',
      `No source has the id, name or address "${named}". Add one first: "script/vesper source add https://old.example/ --kind folder --name NAME --basis own --scope download --evidence TEXT".`,
    );
  if (source.kind !== 'folder' || source.delivery !== 'hosted')
    throw new AppError('conflict', `The source ${source.name} must be of kind "folder" with hosted videos.`);
  const refusal = source.deleting_at ? 'The source is being deleted.' : await selectRefusal(db, source.id);
  if (refusal !== null) throw new AppError('conflict', refusal);
  return source;
}
