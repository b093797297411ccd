import type { Command, CommandLine } from '@vesper/core/command.ts';
import { checkStorage, foldTotals, selectQuarantineTotals, selectTotals } from '@vesper/library/media';
import { type Cleaning, cleanNow } from './cleaning.ts';
import { formatBytes, formatCount } from './format-bytes.ts';
import { moveStorage } from './move-storage.ts';

interface Parts {
  base: Cleaning;
}

type Context = Parts & CommandLine;

const LONGEST_CHECK_MS = 12 * 3600 * 1000;

export const storageCommands: Record<string, Command<Parts>> = {
  clean: {
    operands: '[--all]',
    about: 'removes unused files; with --all also those younger than ten minutes',
    async run({ base, options, print }) {
      const report = await cleanNow(base, AbortSignal.timeout(6 * 3600 * 1000), options.all ? 0 : undefined);
      print(
        `Checked ${report.filesChecked} files, removed ${report.filesRemoved} (${report.bytesFreed} bytes) ` +
          `and ${report.workFoldersRemoved} leftover work folders.`,
      );
      for (const fault of report.faults) print(fault);
      if (report.faults.length > 0) process.exitCode = 1;
    },
  },
  'storage move': {
    operands: '--to s3|fs [--limit N] [--rate BYTES/S]',
    about: 'moves all files to the other place while the site runs; may be stopped and resumed',
    run: moveStorage,
  },
  'storage status': {
    about: 'shows the number and size of files by place and purpose',
    readsOnly: true,
    run: status,
  },
  'storage check': {
    operands: '[--remove-orphans]',
    about: 'compares the storage with the database, both ways; without the option it only reports',
    readsOnly: (options) => !options['remove-orphans'],
    run: check,
  },
};

/** From the rows: quick for any number of files. */
async function status({ base: { db, storages }, print }: Context): Promise<void> {
  await foldTotals(db);
  const totals = await selectTotals(db);
  for (const { place, purpose, files, bytes } of totals)
    print(`${place}  ${purpose.padEnd(9)}  ${formatCount({ files, bytes })}`);
  if (totals.length === 0) print('There are no files.');
  for (const { place, files, bytes } of await selectQuarantineTotals(db))
    print(`${place}  of these in quarantine: ${formatCount({ files, bytes })}`);
  print(`New files go to ${storages.main.place}.`);
}

async function check(context: Context): Promise<void> {
  const { base, options, print } = context;
  const { db, storages, clock } = base;
  const signal = AbortSignal.timeout(LONGEST_CHECK_MS);
  await status(context);
  for (const found of await checkStorage({ db, storages, now: clock.now(), signal })) {
    const { place, lying, quarantine, orphans, missing, missingKeys, fault } = found;
    print(`${place}: found ${formatCount(lying)}, and in quarantine ${formatCount(quarantine)}.`);
    print(`${place}: orphans, which no row names: ${formatCount(orphans)}.`);
    print(`${place}: missing, though a row names them: ${missing}.`);
    for (const key of missingKeys) print(`    ${key}`);
    if (missing > missingKeys.length) print(`    and ${missing - missingKeys.length} more`);
    if (fault) print(`${place}: could not be checked completely: ${fault}`);
    if (missing > 0 || fault) process.exitCode = 1;
  }
  if (options['remove-orphans']) await removeOrphans(context, signal);
}

async function removeOrphans({ base, print }: Context, signal: AbortSignal): Promise<void> {
  const { filesRemoved, bytesFreed, faults } = await cleanNow(base, signal);
  print(`Removed ${filesRemoved} files (${formatBytes(bytesFreed)}).`);
  print('Files left within the last half hour, and young files, stay until the next cleaning.');
  for (const fault of faults) print(fault);
  if (faults.length > 0) process.exitCode = 1;
}
