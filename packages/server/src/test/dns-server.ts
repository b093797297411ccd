import { createSocket, type RemoteInfo } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Names by address and addresses by name, as a test has them. */
export interface DnsZone {
  /** "66.249.66.1": the names of an address. */
  names: Record<string, string[]>;
  /** The IPv4 addresses of a name. */
  addresses: Record<string, string[]>;
}

export interface TestDnsServer {
  /** Its address and port, such as "127.0.0.1:5353". */
  server: string;
  /** Every question so far, "PTR 1.0.0.127.in-addr.arpa". */
  asked: string[];
  /** Whether it answers nothing. */
  silence(isSilent: boolean): void;
  /** Whether it says of everything that it has failed. */
  fail(isFailing: boolean): void;
  close(): Promise<void>;
}

const TYPES: Record<number, string> = { 1: 'A', 12: 'PTR', 28: 'AAAA' };
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** A DNS server on loopback (RFC 1035, section 4): what the zone lacks does not exist. */
export async function startDnsServer(
  zone: DnsZone,
  { address: own = '127.0.0.1', port: ownPort = 0 } = {},
): Promise<TestDnsServer> {
  const socket = createSocket('udp4');
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
    silence: (is) => {
      isSilent = is;
    },
    fail: (is) => {
      isFailing = is;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
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

/** Of the question's name, to which it points. */
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
