import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { type EgressLimits, startEgressProxy } from '@vesper/core/lib/outbound/egress-proxy.ts';
import type { ResolveHost } from '@vesper/core/lib/outbound/guarded-socket.ts';
import { formatSize, SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { createTransferControl } from '@vesper/core/lib/outbound/transfer-control.ts';
import {
  childEnvironment,
  type ProcessOptions,
  type ProcessResult,
  runProcess,
} from '@vesper/core/lib/run-process.ts';
import { cleanAddress } from '../clean-text.ts';
import {
  DOWNLOADED_NAME,
  downloadArguments,
  metadataArguments,
  PROGRESS_MARK,
  type YtdlpRun,
} from './ytdlp-arguments.ts';
import { readYtdlpJson, type YtdlpPage, ytdlpError } from './ytdlp-output.ts';
import { askYtdlpVersion, type YtdlpState } from './ytdlp-version.ts';

export interface YtdlpSettings {
  /** YTDLP_PATH: a name on the PATH or an absolute path. */
  path: string;
  /** YTDLP_EXTRACTORS. */
  extractors: readonly string[];
  allow: OutboundAllow;
  userAgent: string;
  /** For reading pages. Stale files in it are deleted. */
  workDirectory: string;
  resolveHost?: ResolveHost;
}

export interface YtdlpReadOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Keeps a host's delay. */
  beforeRequest?: EgressLimits['beforeRequest'];
}

export interface YtdlpDownloadOptions extends YtdlpReadOptions {
  /** For this download alone; kept after success and failure, to resume. */
  folder: string;
  maxBytes: number;
  maxBytesPerSecond?: number;
  onProgress?: (progress: { receivedBytes: number; totalBytes: number | undefined }) => void;
}

export interface YtdlpDownload {
  path: string;
  sizeBytes: number;
  sha256: Buffer;
}

export interface Ytdlp {
  /** Checked at most every five minutes. */
  state(): Promise<YtdlpState>;
  /** Downloads nothing. Throws SourceError, or the signal's reason. */
  readPage(url: string, options?: YtdlpReadOptions): Promise<YtdlpPage>;
  /** Throws SourceError, the signal's reason, or a file system error. */
  download(url: string, options: YtdlpDownloadOptions): Promise<YtdlpDownload>;
}

const STATE_LASTS_MS = 300_000;
const READ_TIMEOUT_MS = 90_000;
const DOWNLOAD_TIMEOUT_MS = 4 * 3_600_000;
const MAX_PAGE_BYTES = 50_000_000;
const MAX_JSON_BYTES = 10_000_000;
/** What yt-dlp writes besides the video, mainly its unpacked code. */
const OWN_FILE_BYTES = 256_000_000;
/** Then start over: yt-dlp cannot notice a changed file. */
const PART_LASTS_MS = 86_400_000;
const ABANDONED_MS = 3_600_000;

/** Reads pages that our own readers do not understand. */
export function createYtdlp(settings: YtdlpSettings): Ytdlp {
  let known: { state: Promise<YtdlpState>; untilMs: number } | undefined;

  function state(): Promise<YtdlpState> {
    const nowMs = performance.now();
    if (!known || known.untilMs < nowMs) {
      known = { state: askYtdlpVersion(settings.path), untilMs: nowMs + STATE_LASTS_MS };
    }
    return known.state;
  }

  async function requireReady(): Promise<void> {
    const found = await state();
    if (found.state !== 'ready') throw new SourceError('no_reader', found.sentence);
  }

  return {
    state,
    async readPage(url, options = {}) {
      await requireReady();
      return readPage(settings, plainAddress(url), options);
    },
    async download(url, options) {
      await requireReady();
      return download(settings, plainAddress(url), options);
    },
  };
}

async function readPage(settings: YtdlpSettings, url: string, options: YtdlpReadOptions): Promise<YtdlpPage> {
  await mkdir(settings.workDirectory, { recursive: true });
  await removeAbandoned(settings.workDirectory);
  const folder = await mkdtemp(path.join(settings.workDirectory, 'yt-dlp-'));
  try {
    const { stdout } = await runGuarded(settings, (run) => metadataArguments(url, run), {
      ...options,
      folder,
      timeoutMs: options.timeoutMs ?? READ_TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      maxOutputBytes: MAX_JSON_BYTES,
    });
    return readYtdlpJson(stdout.toString('utf8'), url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download(
  settings: YtdlpSettings,
  url: string,
  options: YtdlpDownloadOptions,
): Promise<YtdlpDownload> {
  const { folder, maxBytes, maxBytesPerSecond } = options;
  await mkdir(folder, { recursive: true });
  await removeOldParts(folder);
  const output = createOutputReader(options.onProgress);
  await runGuarded(settings, (run) => downloadArguments(url, run, { maxBytes, maxBytesPerSecond }), {
    ...options,
    timeoutMs: options.timeoutMs ?? DOWNLOAD_TIMEOUT_MS,
    // The page and repeated requests pass through the proxy too.
    maxBytes: 2 * maxBytes + MAX_PAGE_BYTES,
    maxOutputBytes: 1_000_000_000,
    onLine: output.read,
  });
  const file = path.join(folder, DOWNLOADED_NAME);
  const size = await sizeOf(file);
  if (size === undefined || size === 0) throw output.whyNothing(maxBytes);
  if (size > maxBytes) {
    await rm(file);
    throw tooLarge(maxBytes);
  }
  return { path: file, ...(await sealFile(file)) };
}

interface GuardedRun extends YtdlpReadOptions, Pick<ProcessOptions, 'onLine' | 'maxOutputBytes'> {
  folder: string;
  timeoutMs: number;
  maxBytes: number;
}

/** One run in its own folder, behind its own proxy. */
async function runGuarded(
  settings: YtdlpSettings,
  argumentsFor: (run: YtdlpRun) => string[],
  options: GuardedRun,
): Promise<ProcessResult> {
  const { folder, timeoutMs, maxBytes, signal, beforeRequest, onLine, maxOutputBytes } = options;
  const { allow, extractors, userAgent, resolveHost } = settings;
  const control = createTransferControl(timeoutMs, signal);
  const temporary = path.join(folder, 'tmp');
  const proxy = await startEgressProxy({
    ...{ allow, maxBytes, maxDurationMs: timeoutMs },
    ...(resolveHost ? { resolveHost } : {}),
    ...(beforeRequest ? { beforeRequest } : {}),
  });
  try {
    await mkdir(temporary, { recursive: true });
    return await runProcess(settings.path, argumentsFor({ proxyUrl: proxy.url, extractors, userAgent }), {
      cwd: folder,
      env: { ...childEnvironment(), TMPDIR: temporary },
      signal: control.signal,
      timeoutMs: timeoutMs + 10_000,
      limits: { maxFileBytes: maxBytes + OWN_FILE_BYTES, cpuSeconds: Math.ceil(timeoutMs / 1000) },
      ...(maxOutputBytes ? { maxOutputBytes } : {}),
      ...(onLine ? { onLine } : {}),
    });
  } catch (error) {
    throw ytdlpError(error, proxy.refusal);
  } finally {
    control.finish();
    await proxy.close();
    await rm(temporary, { recursive: true, force: true });
  }
}

function plainAddress(url: string): string {
  const address = cleanAddress(url, 'about:blank');
  if (address) return address;
  throw new SourceError('bad_address', `"${url.slice(0, 200)}" is not an http or https address.`);
}

/** Killed processes leave folders. */
async function removeAbandoned(workDirectory: string): Promise<void> {
  for (const { file, ageMs } of await filesIn(workDirectory)) {
    if (ageMs > ABANDONED_MS) await rm(file, { recursive: true, force: true });
  }
}

/** Removes all if anything is too old: a part is useless without the rest. */
async function removeOldParts(folder: string): Promise<void> {
  const files = await filesIn(folder);
  if (files.every(({ ageMs }) => ageMs < PART_LASTS_MS)) return;
  await Promise.all(files.map(({ file }) => rm(file, { recursive: true, force: true })));
}

async function filesIn(folder: string): Promise<{ file: string; ageMs: number }[]> {
  const files: { file: string; ageMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    // Another process may have removed it.
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, ageMs: Date.now() - found.mtimeMs });
  }
  return files;
}

function createOutputReader(onProgress: YtdlpDownloadOptions['onProgress']) {
  let skipped: 'too large' | 'filtered' | undefined;
  return {
    read(line: string): void {
      if (line.startsWith(PROGRESS_MARK)) {
        const progress = readProgress(line);
        if (progress) onProgress?.(progress);
      } else if (line.includes('larger than max-filesize')) skipped = 'too large';
      else if (line.includes('does not pass filter')) skipped = 'filtered';
    },
    whyNothing(maxBytes: number): SourceError {
      if (skipped === 'too large') return tooLarge(maxBytes);
      if (skipped === 'filtered') {
        return new SourceError(
          'no_video',
          'The address contains a live stream or a list of videos, not one video.',
        );
      }
      return new SourceError('no_video', 'yt-dlp found nothing to download at the address.');
    },
  };
}

/** "vesper-progress 1024 4096 NA": bytes received, total, estimated total. */
function readProgress(line: string): { receivedBytes: number; totalBytes: number | undefined } | undefined {
  const [received, total, estimate] = line.trim().split(' ').slice(1).map(readBytesCount);
  if (received === undefined) return undefined;
  return { receivedBytes: received, totalBytes: total ?? estimate };
}

function readBytesCount(text: string): number | undefined {
  const match = /^(\d{1,15})(?:\.\d+)?$/.exec(text);
  return match ? Number(match[1]) : undefined;
}

function tooLarge(maxBytes: number): SourceError {
  return new SourceError('too_large', `The file is larger than the ${formatSize(maxBytes)} allowed.`);
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** fsyncs, then reads the file once for its hash. */
async function sealFile(file: string): Promise<{ sizeBytes: number; sha256: Buffer }> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    return { sizeBytes, sha256: hash.digest() };
  } finally {
    await handle.close();
  }
}
