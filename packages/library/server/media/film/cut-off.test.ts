import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { box } from '../../../../test/mp4-boxes.ts';
import { isCutOff } from './cut-off.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-cut-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const start = box('ftyp', Buffer.from('isom\0\0\0\0isom'));
const film = Buffer.concat([start, box('moov', Buffer.alloc(90)), box('mdat', Buffer.alloc(500))]);
/** With a 64-bit size. */
const long = (bytes: number) =>
  Buffer.concat([hex('00000001 6d646174 00000000 0000'), hex('0204'), Buffer.alloc(bytes)]);
const endless = Buffer.concat([start, hex('00000000 6d646174'), Buffer.alloc(50)]);
const ebml = hex('1a45dfa3 84 42868101');
const matroska = (size: string, bytes: number) =>
  Buffer.concat([ebml, hex('18538067'), hex(size), Buffer.alloc(bytes, 0xec)]);
const avi = Buffer.concat([Buffer.from('RIFF'), hex('64000000'), Buffer.from('AVI '), Buffer.alloc(96)]);

test.each<[string, Buffer, boolean | undefined]>([
  ['an mp4', film, false],
  ['an mp4 that lacks a byte', film.subarray(0, -1), true],
  ['an mp4 of which only the index is there', film.subarray(0, start.length + 98 + 8), true],
  ['an mp4 with some bytes behind it', Buffer.concat([film, Buffer.from('trailing rubbish')]), false],
  ['a film of old QuickTime that lacks a byte', film.subarray(start.length, -1), true],
  ['a large mp4 that lacks a byte', Buffer.concat([start, long(499)]), true],
  ['an mp4 whose last box has no length', endless, undefined],
  ['a Matroska that lacks a byte', matroska('84', 3), true],
  ['a Matroska of eight bytes of size that lacks a byte', matroska('0100000000000040', 63), true],
  ['a Matroska that was recorded live', matroska('01ffffffffffffff', 40), undefined],
  ['an AVI', avi, false],
  ['an AVI that lacks a byte', avi.subarray(0, -1), true],
  ['a recording of television', Buffer.alloc(1880, 0x47), undefined],
  ['a few bytes', Buffer.from('abc'), undefined],
])('%s', async (name, bytes, expected) => {
  const localPath = path.join(folder, name);
  await writeFile(localPath, bytes);
  expect(await isCutOff(localPath)).toBe(expected);
});
