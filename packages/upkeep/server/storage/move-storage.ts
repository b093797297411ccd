import { type CommandLine, required, wholeNumber } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { PLACES, type Place } from '@vesper/core/storage/storage.ts';
import { createRateLimit } from '@vesper/intake/downloads';
import {
  type MoveProgress,
  moveFiles,
  newProgress,
  selectQuarantineTotals,
  selectTotals,
} from '@vesper/library/media';
import { formatBytes, formatDuration } from './format-bytes.ts';

type Context = { base: { db: Db; storages: Storages } } & CommandLine;

const TERMINAL_MS = 1_000;
const LOG_MS = 10_000;
const EXIT_INTERRUPTED = 130;

export async function moveStorage({ base, options, print }: Context): Promise<void> {
  const { db, storages } = base;
  const to = placeOf(required(options.to as string | undefined, '--to s3 or --to fs'));
  const target = storages.all.find(({ place }) => place === to);
  const from = storages.all.find(({ place }) => place !== to);
  if (!target || !from) throw new AppError('bad_request', ONE_PLACE);
  const signal = whenInterrupted();
  const progress = newProgress();
  const hide = showProgress(progress, await totalAt(db, from.place), print);
  const limit = wholeNumber(options.limit, '--limit');
  const bytesPerSecond = wholeNumber(options.rate, '--rate') ?? 0;
  const pace = createRateLimit(() => bytesPerSecond);
  await moveFiles({ db, from, to: target, signal, limit, pace }, progress).finally(hide);
  await report(db, { from: from.place, to, progress }, print);
}

const ONE_PLACE = 'The settings name only one place. Configure the bucket too (S3_BUCKET and the others).';

function placeOf(text: string): Place {
  const place = PLACES.find((one) => one === text);
  if (!place) throw new AppError('bad_request', `--to is "${text}": it must be s3 or fs.`);
  return place;
}

/** A second signal ends the program. */
function whenInterrupted(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('The move was stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return stopping.signal;
}

interface Amount {
  files: number;
  bytes: number;
}

async function totalAt(db: Db, place: Place): Promise<Amount> {
  const totals = (await selectTotals(db)).filter((total) => total.place === place);
  const aside = (await selectQuarantineTotals(db)).find((total) => total.place === place);
  const sum = (of: 'files' | 'bytes') =>
    totals.reduce((all, total) => all + total[of], 0) - (aside?.[of] ?? 0);
  return { files: sum('files'), bytes: sum('bytes') };
}

/** On a terminal in one line, which the result ends. */
function showProgress(progress: MoveProgress, total: Amount, print: CommandLine['print']): () => void {
  const startedAt = performance.now();
  const isTerminal = process.stdout.isTTY;
  const show = () => {
    const line = progressLine(progress, total, (performance.now() - startedAt) / 1000);
    if (isTerminal) process.stdout.write(`\r\x1b[K${line}`);
    else print(line);
  };
  const timer = setInterval(show, isTerminal ? TERMINAL_MS : LOG_MS);
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write('\r\x1b[K');
  };
}

/** By bytes if the sizes are known, else by files. */
export function progressLine(progress: MoveProgress, total: Amount, seconds: number): string {
  const { rows, bytes, bytesCopied, failed } = progress;
  const part = total.bytes > bytes ? bytesCopied / total.bytes : rows / Math.max(1, total.files);
  const rate = bytesCopied / Math.max(seconds, 0.001);
  const parts = [
    `${rows} of ${total.files} files`,
    `${formatBytes(bytesCopied)} of ${formatBytes(Math.max(total.bytes, bytesCopied))}`,
    `${formatBytes(Math.round(rate))}/s`,
  ];
  if (part > 0) parts.push(`about ${formatDuration(seconds * (1 / Math.min(part, 1) - 1))} left`);
  if (failed > 0) parts.push(`${failed} failed`);
  return `${parts.join(', ')}.`;
}

interface Ended {
  from: Place;
  to: Place;
  progress: MoveProgress;
}

async function report(db: Db, { from, to, progress }: Ended, print: CommandLine['print']): Promise<void> {
  const { files, bytes, failed, failures, ended } = progress;
  print(`Moved ${files} files (${formatBytes(bytes)}) from ${from} to ${to}.`);
  if (failed > 0) {
    print(`${failed} files could not be moved and stay where they are:`);
    for (const { key, sentence } of failures) print(`    ${key}: ${sentence}`);
    if (failed > failures.length) print(`    and ${failed - failures.length} more`);
    process.exitCode = 1;
  }
  const again = `"script/vesper storage move --to ${to}" continues where this ended.`;
  if (ended === 'nothing works') print(`Several files in a row failed, so the move was aborted. ${again}`);
  if (ended === 'limit reached') print(`There may be more: ${again}`);
  if (ended === 'stopped') {
    print(`The move was stopped. ${again}`);
    process.exitCode = EXIT_INTERRUPTED;
  }
  const aside = (await selectQuarantineTotals(db)).find(({ place }) => place === from);
  if (aside)
    print(
      `${aside.files} files are in quarantine and stay in ${from} until they are shown again or removed.`,
    );
  if (files > 0) print(`Cleaning removes the old copies, from half an hour after each was moved.`);
}
