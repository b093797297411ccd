import { type AddressInfo, createServer, type Server } from 'node:net';
import { silentLog } from '@vesper/core/lib/log.ts';
import { afterEach, expect, test } from 'vitest';
import { migrateDatabase } from './database.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const int16 = (n: number) => [n >> 8, n & 255];
const int32 = (n: number) => [...int16(n >>> 16), ...int16(n & 65535)];
const text = (value: string) => [...Buffer.from(`${value}\0`)];
const message = (type: string, body: number[]) => [type.charCodeAt(0), ...int32(body.length + 4), ...body];

const SIGNED_IN = message('R', int32(0));
const READY = message('Z', [...Buffer.from('I')]);
const REFUSAL = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].flatMap(text);

function answerOf(row: Record<string, string>): number[] {
  const [names, values] = [Object.keys(row), Object.values(row)];
  const columns = names.flatMap((name) => [
    ...text(name),
    ...Array(6).fill(0),
    ...int32(25),
    ...Array(8).fill(0),
  ]);
  const fields = values.flatMap((value) => [...int32(value.length), ...Buffer.from(value)]);
  return [
    ...message('T', [...int16(names.length), ...columns]),
    ...message('D', [...int16(names.length), ...fields]),
    ...message('C', text('SELECT 1')),
  ];
}

/** Answers each query with the connection's row, or refuses `options`. */
async function startServer(rowOf: (connection: number) => Record<string, string>, takesOptions = true) {
  let count = 0;
  const server = createServer((socket) => {
    const row = rowOf(++count);
    socket.on('error', () => {});
    socket.once('data', (startup) => {
      if (!takesOptions && startup.includes('options\0'))
        return socket.end(Buffer.from(message('E', REFUSAL)));
      socket.write(Buffer.from([...SIGNED_IN, ...READY]));
      socket.on('data', (data) => {
        if (data[0] === 'Q'.charCodeAt(0)) socket.write(Buffer.from([...answerOf(row), ...READY]));
      });
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'site', database: 'site' };
}

test.each([
  ['gives its clients one session', () => '7', 'off', true, 'pooler that shares sessions'],
  ['is read-only', (n: number) => `${n}`, 'on', true, 'The database is read-only: name its primary server'],
  ['refuses parameters', (n: number) => `${n}`, 'off', false, 'unsupported startup parameter: options'],
] as const)(
  'a server that %s ends the start with a sentence',
  async (_, pidOf, readonly, takesOptions, said) => {
    const connection = await startServer((n) => ({ pid: pidOf(n), role: 'site', readonly }), takesOptions);
    const starting = migrateDatabase({ connection, owner: connection }, silentLog);
    await expect(starting).rejects.toMatchObject({
      message: expect.stringContaining(said),
      name: 'StartError',
    });
  },
);
