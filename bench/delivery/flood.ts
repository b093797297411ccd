/** Answers every request with the same bytes from memory, endlessly: measures the limit of the load generator. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SiteReport } from './site.ts';

const ANSWER_BYTES = 64 * 1024 * 1024;
const piece = Buffer.alloc(256 * 1024, 'neutral test material ');
const head = `HTTP/1.1 206 Partial Content\r\nContent-Length: ${ANSWER_BYTES}\r\n\r\n`;

function answer(socket: Socket): void {
  let left = ANSWER_BYTES;
  const next = () => {
    if (left === 0 || socket.destroyed) return;
    left -= piece.length;
    socket.write(piece, next);
  };
  socket.write(head, next);
}

process.once('disconnect', () => process.exit());
process.once('message', () => {
  const server = createServer((socket) => socket.on('error', () => {}).on('data', () => answer(socket)));
  server.listen(0, '127.0.0.1', () => {
    const report: SiteReport = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    process.send?.(report);
  });
});
