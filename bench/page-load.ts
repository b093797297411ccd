import { connect } from 'node:net';

export interface PageLoad {
  pagesPerSecond: number;
  medianMs: number;
}

const HEADERS_END = '\r\n\r\n';

/**
 * Asks an HTTP server on loopback for pages over some connections kept open, one page at a time on each, for
 * `durationMs`. A bare socket costs little of the processor that the server needs. Throws unless every answer
 * is 200.
 */
export async function loadPages(
  port: number,
  nextPath: () => string,
  { connections, durationMs }: { connections: number; durationMs: number },
): Promise<PageLoad> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + durationMs;
  const askUntilEnd = async () => {
    const visitor = openConnection(port);
    try {
      while (performance.now() < endAt) {
        const askedAt = performance.now();
        await visitor.ask(nextPath());
        times.push(performance.now() - askedAt);
      }
    } finally {
      visitor.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, askUntilEnd));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return { pagesPerSecond: times.length / seconds, medianMs: times[times.length >> 1] ?? 0 };
}

function openConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let received: Buffer[] = [];
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  socket.on('data', (piece) => {
    received.push(piece);
    const whole = received.length === 1 ? piece : Buffer.concat(received);
    received = [whole];
    const missing = missingBytes(whole);
    if (missing > 0) return;
    received = [];
    if (whole.subarray(0, 12).toString('latin1') === 'HTTP/1.1 200') waiting?.resolve();
    else waiting?.reject(new Error(`The server answered ${whole.subarray(0, 40).toString('latin1')}`));
  });
  return {
    ask: (path: string) =>
      new Promise<void>((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: br\r\naccept: text/html\r\n\r\n`,
        );
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}

/** How much of an answer with a Content-Length has not come yet; 1 while the headers are not whole. */
function missingBytes(answer: Buffer): number {
  const end = answer.indexOf(HEADERS_END);
  if (end < 0) return 1;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.subarray(0, end).toString('latin1'))?.[1];
  if (length === undefined) throw new Error('The server does not say how long its answer is.');
  return end + HEADERS_END.length + Number(length) - answer.length;
}
