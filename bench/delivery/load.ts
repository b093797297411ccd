/** Clients in their own process that request parts of a file sequentially and discard them. */
import { connect } from 'node:net';
import { createRandom } from '../catalogue/random.ts';

export interface LoadTask {
  url: string;
  sizeBytes: number;
  /** Undefined: from a random offset to the end. */
  partBytes: number | undefined;
  clients: number;
  /** Counted after a short warm-up. */
  seconds: number;
}

export interface LoadReport {
  bytesPerSecond: number;
  requestsPerSecond: number;
  /** Including the warm-up. */
  requests: number;
  /** Share of one processor used by this process: near 1, it would be the bottleneck. */
  busy: number;
}

const WARM_UP_MS = 400;
/** Shared by all: each read overwrites the last, and nothing uses the bytes. */
const scrap = Buffer.allocUnsafeSlow(256 * 1024);

process.once('disconnect', () => process.exit());
process.on('message', async (task: LoadTask) => {
  const counts = { bytes: 0, requests: 0 };
  const random = createRandom(1);
  const stops = Array.from({ length: task.clients }, () => startClient(task, counts, random));
  await pause(WARM_UP_MS);
  const before = { ...counts, at: performance.now(), cpu: process.cpuUsage() };
  await pause(task.seconds * 1000);
  const seconds = (performance.now() - before.at) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  for (const stop of stops) stop();
  const report: LoadReport = {
    bytesPerSecond: (counts.bytes - before.bytes) / seconds,
    requestsPerSecond: (counts.requests - before.requests) / seconds,
    requests: counts.requests,
    busy: (user + system) / 1e6 / seconds,
  };
  process.send?.(report);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function startClient(
  { url, sizeBytes, partBytes }: LoadTask,
  counts: { bytes: number; requests: number },
  random: ReturnType<typeof createRandom>,
): () => void {
  const { hostname, port, pathname, host } = new URL(url);
  let head = '';
  let left = 0;
  const onread = (count: number): boolean => {
    counts.bytes += count;
    if (left > 0) left -= count;
    else readHead(count);
    if (left === 0 && head === '') {
      counts.requests += 1;
      ask();
    }
    return true;
  };
  const socket = connect({ host: hostname, port: Number(port), onread: { buffer: scrap, callback: onread } });

  function readHead(count: number): void {
    head += scrap.toString('latin1', 0, Math.min(count, 8192));
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 206') || length === undefined) fail(head.slice(0, end));
    left = Number(length) - (count - (end + 4));
    head = '';
  }

  function ask(): void {
    const first = Math.floor(random() * (sizeBytes - (partBytes ?? 1)));
    const last = partBytes === undefined ? '' : first + partBytes - 1;
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nRange: bytes=${first}-${last}\r\n\r\n`);
  }

  socket.once('connect', ask);
  socket.on('error', (error) => fail(error.message));
  return () => {
    socket.removeAllListeners('error').on('error', () => {});
    socket.destroy();
  };
}

function fail(what: string): never {
  process.stderr.write(`The load got a wrong answer:\n${what}\n`);
  process.exit(1);
}
