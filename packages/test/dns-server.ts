import { createSocket, type RemoteInfo } from 'node:dgram';
import type { AddressInfo } from 'node:net';

interface DnsZone {
  /** By address, such as "66.249.66.1". */
  names: Record<string, string[]>;
  /** IPv4 addresses by name. */
  addresses: Record<string, string[]>;
}

const TYPES: Record<number, string> = { 1: 'A', 12: 'PTR', 28: 'AAAA' };
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

export type TestDnsServer = Awaited<ReturnType<typeof startDnsServer>>;

/** A DNS server on loopback (RFC 1035, section 4): what the zone lacks does not exist. */
export async function startDnsServer(zone: DnsZone, { address: own = '127.0.0.1', port: ownPort = 0 } = {}) {
  const socket = createSocket('udp4');
  /** "PTR 1.0.0.127.in-addr.arpa". */
  const asked: string[] = [];
  let isSilent = false;
  let isFailing = false;
  socket.on('message', (message: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, end } = readQuestion(message);
    asked.push(`${type} ${name}`);
    const records = isFailing ? [] : recordsOf(zone, name, type);
    const code = isFailing ? SERVER_FAILURE : name in zone.addresses || records.length > 0 ? 0 : NO_SUCH_NAME;
    if (!isSilent) socket.send(answerTo(message.subarray(0, end), records, code), port, address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(ownPort, own, resolve);
  });
  return {
    server: `${own}:${(socket.address() as AddressInfo).port}`,
    asked,
    silence: (is: boolean) => {
      isSilent = is;
    },
    /** Answers everything with SERVFAIL. */
    fail: (is: boolean) => {
      isFailing = is;
    },
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: TYPES[message.readUInt16BE(at + 1)] ?? '', end: at + 5 };
}

function recordsOf({ names, addresses }: DnsZone, name: string, type: string): Buffer[] {
  if (type === 'A')
    return (addresses[name] ?? []).map((one) => record(1, Buffer.from(one.split('.').map(Number))));
  if (type !== 'PTR') return [];
  const address = name
    .replace(/\.in-addr\.arpa$/, '')
    .split('.')
    .reverse()
    .join('.');
  return (names[address] ?? []).map((one) => record(12, encodedName(one)));
}

/** Its name is a pointer to the question's. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodedName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function answerTo(question: Buffer, records: Buffer[], code: number): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}
