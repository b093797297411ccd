import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { videoQuery } from '../data/catalogue-queries.ts';
import { updateSnapshots } from './library-actions.ts';

/** Calls under way at once: a page full of old entries is no reason to press. */
const CONCURRENCY = 3;

/** Videos this page load has asked for; once is enough. */
const asked = new Set<string>();
const waiting: (() => Promise<void>)[] = [];
let running = 0;

/** Asks the site what it says of a video now, and keeps that: new facts and picture, or that it is gone. */
export function refreshSnapshot(cache: QueryClient, client: Client, videoId: string): void {
  if (asked.has(videoId)) return;
  asked.add(videoId);
  waiting.push(async () => {
    const video = await cache.fetchQuery({ ...videoQuery(client, videoId), staleTime: 0 });
    await updateSnapshots(videoId, video);
  });
  runNext();
}

function runNext(): void {
  const task = running < CONCURRENCY ? waiting.shift() : undefined;
  if (!task) return;
  running += 1;
  task()
    .catch(() => {
      // No answer is no news of the video: the entry stays as it is.
    })
    .finally(() => {
      running -= 1;
      runNext();
    });
}
