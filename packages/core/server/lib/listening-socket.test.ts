import { fstatSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { bindSocket, drain } from './listening-socket.ts';

const WAITING = 50;
/** Connects, and asks when told to; posts each answer's first line, or the error. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, count, isOpen } } = require('node:worker_threads');
  const told = [];
  const tell = (line) => told.push(line) === count && parentPort.postMessage(told);
  const sockets = Array.from({ length: count }, () =>
    connect(port, '127.0.0.1', () => { Atomics.add(isOpen, 0, 1); Atomics.notify(isOpen, 0); })
      .once('data', (data) => tell(String(data).split('\\r\\n', 1)[0]))
      .once('error', ({ code }) => tell(code)));
  parentPort.once('message', () => sockets.forEach((one) => one.write('GET / HTTP/1.1\\r\\nhost: films.test\\r\\n\\r\\n')));`;

test('draining answers connections not accepted yet', async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const isOpen = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, count: WAITING, isOpen } });
  // Meanwhile this thread accepts nothing.
  for (let open = 0; open < WAITING; open = Atomics.load(isOpen, 0)) Atomics.wait(isOpen, 0, open);
  const answers = new Promise((resolve) => clients.once('message', resolve));
  const drained = drain(server, 60_000);
  clients.postMessage('ask');
  expect(await answers).toEqual(Array(WAITING).fill('HTTP/1.1 200 OK'));
  await drained;
  expect(server.listening).toBe(false);
  await clients.terminate();
});

test('a bound socket that is closed is not held any more', async () => {
  const { fd, close } = await bindSocket({ host: '127.0.0.1', port: 0 });
  expect(fstatSync(fd).isSocket()).toBe(true);
  close();
  expect(() => fstatSync(fd)).toThrow('EBADF');
});
