import { type DraftChange, routes, type UploadDraft } from '@vesper/contract';
import { ask } from '@vesper/web/admin/data/calls.ts';
import { createStore } from '@vesper/web/admin/data/store.ts';
import { statusOf } from '@vesper/web/data/call-failure.ts';
import { countText } from '@vesper/web/ui/format.ts';
import { showToast } from '@vesper/web/ui/toast-store.ts';
import { useSyncExternalStore } from 'react';
import { endUpload, failureOf, fingerprintOf, sendFile } from './send-file.ts';

export interface NewFile {
  file: File;
  sourceId: string;
  /** The video whose film it replaces. */
  replaces: string | null;
  /** Details of this file rather than of all; they also change an upload that is resumed. */
  own: DraftChange;
}

/** A file of this tab. */
export interface QueuedFile extends NewFile {
  key: string;
  state: 'queued' | 'sending' | 'paused' | 'failed' | 'sent';
  /** Why it failed or is tried again. */
  problem: string;
  /** Undefined until the server knows it. */
  id: string | undefined;
  draft: UploadDraft;
  /** The draft that the server has. */
  saved: UploadDraft | undefined;
  bytes: number;
  bytesPerSecond: number;
}

const MOST_AT_ONCE = 3;
const LONGEST_WAIT_MS = 60_000;

/** Outside the page: uploads continue while others are open. */
const queue = createStore<readonly QueuedFile[]>([]);
const sending = new Map<string, AbortController>();
let lastKey = 0;

export function useQueue(): readonly QueuedFile[] {
  return useSyncExternalStore(queue.subscribe, queue.get);
}

export function isUnsent({ state }: QueuedFile): boolean {
  return state !== 'sent';
}

/** Files that are queued already only get their new details. */
export function addFiles(files: readonly NewFile[], defaults: UploadDraft): void {
  const unsent = queue.get().filter(isUnsent);
  if (unsent.length === 0) queue.set([]);
  const waiting = new Map(unsent.map((one) => [likeness(one), one]));
  for (const file of files) {
    const known = waiting.get(likeness(file));
    // What fails is saved with the next try.
    if (known) changeDraft(known, file.own).catch(() => {});
    else queue.set([...queue.get(), queuedFile(file, defaults)]);
    if (known?.state === 'failed') resumeFile(known);
  }
  window.addEventListener('beforeunload', askBeforeUnload);
  startNext();
}

function likeness({ file: { name, size, lastModified }, replaces }: NewFile): string {
  return JSON.stringify([name, size, lastModified, replaces]);
}

function queuedFile(file: NewFile, draft: UploadDraft): QueuedFile {
  lastKey += 1;
  return {
    ...{ ...file, key: String(lastKey), state: 'queued', problem: '', id: undefined },
    ...{ ...withDraft({ ...file, draft }, file.own), saved: undefined, bytes: 0, bytesPerSecond: 0 },
  };
}

function withDraft({ draft, own }: Pick<QueuedFile, 'draft' | 'own'>, change: DraftChange) {
  if (Object.keys(change).length === 0) return { draft, own };
  return { draft: { ...draft, ...change } as UploadDraft, own: { ...own, ...change } };
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (queue.get().some(isUnsent)) event.preventDefault();
}

export function pauseFile({ key }: QueuedFile): void {
  sending.get(key)?.abort();
  update(key, { bytesPerSecond: 0, state: 'paused', problem: '' });
}

/** After a pause or a failure. */
export function resumeFile({ key }: QueuedFile): void {
  update(key, { state: 'queued', problem: '' });
  startNext();
}

export async function discardFile(file: QueuedFile): Promise<void> {
  pauseFile(file);
  const { key } = file;
  const id = find(key)?.id;
  if (id !== undefined) await endUpload(id);
  queue.set(queue.get().filter((one) => one.key !== key));
}

export async function changeDraft({ key }: QueuedFile, change: DraftChange): Promise<void> {
  const now = find(key);
  if (!now) return;
  update(key, withDraft(now, change));
  await saveDraft(key);
}

async function saveDraft(key: string): Promise<void> {
  const { id, draft, saved } = find(key) ?? {};
  if (id === undefined || draft === saved) return;
  await ask(routes.uploads.change, { id, ...draft });
  update(key, { saved: draft });
}

function find(key: string): QueuedFile | undefined {
  return queue.get().find((one) => one.key === key);
}

function update(key: string, change: Partial<QueuedFile>): void {
  queue.set(queue.get().map((one) => (one.key === key ? { ...one, ...change } : one)));
}

function startNext(): void {
  for (const { key, state } of queue.get())
    if (state === 'queued' && sending.size < MOST_AT_ONCE && !sending.has(key)) void send(key);
}

/** Tries for as long as trying may help. */
async function send(key: string): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  sending.set(key, stopping);
  for (let failures = 0; !signal.aborted; failures += 1) {
    update(key, { state: 'sending' });
    const bytes = find(key)?.bytes ?? 0;
    try {
      await tryFile(key, signal);
      update(key, { state: 'sent', problem: '', bytes: find(key)?.file.size ?? 0, bytesPerSecond: 0 });
      if (!queue.get().some(isUnsent)) showToast({ title: `Sent ${countText(queue.get().length, 'file')}` });
      break;
    } catch (error) {
      if (signal.aborted) break;
      const { sentence, isPassing, isGone } = failureOf(error);
      const isEnded = isGone && find(key)?.id !== undefined;
      if (isEnded) update(key, { id: undefined, saved: undefined, bytes: 0 });
      const isRetried = isPassing || isEnded;
      update(key, { bytesPerSecond: 0, problem: sentence, ...(!isRetried && { state: 'failed' }) });
      if (!isRetried) break;
      if ((find(key)?.bytes ?? 0) > bytes) failures = 0;
      await nextChance(Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures), signal);
    }
  }
  sending.delete(key);
  startNext();
}

/** After a time, or when the network is back. */
function nextChance(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(ms)]);
    signal.addEventListener('abort', () => resolve());
    window.addEventListener('online', () => resolve(), { signal });
  });
}

/** nginx takes headers of 8 KB: a longer draft is saved before the first byte. */
const MOST_IN_HEADER = 1500;
const HIDDEN: DraftChange = { publish: 'hidden' };

async function tryFile(key: string, signal: AbortSignal): Promise<void> {
  const metadata = await recognise(key);
  signal.throwIfAborted();
  const { file, id, draft } = find(key) as QueuedFile;
  const told = JSON.stringify(draft).length > MOST_IN_HEADER ? HIDDEN : draft;
  await sendFile({
    ...{ file, id, signal, metadata: { ...metadata, draft: JSON.stringify(told) } },
    onBegun: (id) => update(key, { id, ...(told === draft && { saved: draft }) }),
    onReady: () =>
      saveDraft(key).catch((error) => {
        // Its video is there already.
        if (statusOf(error) !== 409) throw error;
      }),
    onProgress(bytes, bytesPerSecond) {
      const hasMoved = bytes > (find(key)?.bytes ?? 0);
      update(key, { bytes, bytesPerSecond, ...(hasMoved && { problem: '' }) });
    },
  });
}

/** Finds the upload of an earlier visit, or of a request whose answer was lost. The metadata that begins another. */
async function recognise(key: string): Promise<Record<string, string>> {
  const { file, id, sourceId, replaces, own } = find(key) as QueuedFile;
  if (id !== undefined) return {};
  const fingerprint = await fingerprintOf(file);
  const { uploads } = await ask(routes.uploads.list, { state: 'receiving', limit: 200 });
  const taken = new Set(queue.get().map((one) => one.id));
  const found = uploads.find(
    (one) => one.fingerprint === fingerprint && one.replaces === replaces && !taken.has(one.id),
  );
  if (found) {
    const { id, receivedBytes: bytes, draft } = found;
    update(key, { id, bytes, saved: draft, ...withDraft({ draft, own }, own) });
  }
  const said = { filename: file.name, sourceId };
  return { ...said, ...(fingerprint && { fingerprint }), ...(replaces && { replaces }) };
}
