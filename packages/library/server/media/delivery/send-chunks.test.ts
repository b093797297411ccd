import { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { sendChunks, VisitorGone } from './send-chunks.ts';

/** A connection that breaks after `most` chunks, before its 'close' arrives. */
function brokenAfter(most: number) {
  const sent: string[] = [];
  const connection = new Writable({
    autoDestroy: false,
    write(chunk, _encoding, done) {
      if (sent.length === most) return done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      sent.push(String(chunk));
      done();
    },
  });
  connection.on('error', () => {});
  const response = Object.assign(connection, { headersSent: false }) as unknown as FastifyReply['raw'];
  return { response, sent };
}

async function* chunksOf(text: string) {
  for (const letter of text) yield Buffer.from(letter);
}

test('a connection that breaks is a visitor who has gone', async () => {
  const { response, sent } = brokenAfter(2);
  await expect(
    sendChunks(response, chunksOf('abc'), { ending: new AbortController(), begin: () => {} }),
  ).rejects.toBeInstanceOf(VisitorGone);
  expect(sent).toEqual(['a', 'b']);
});

test('nothing is sent once the transfer has been ended', async () => {
  const { response, sent } = brokenAfter(9);
  const ending = new AbortController();
  async function* endedMidway() {
    yield* chunksOf('a');
    ending.abort(new Error('removed'));
    yield* chunksOf('bc');
  }
  await expect(sendChunks(response, endedMidway(), { ending, begin: () => {} })).rejects.toThrow('removed');
  expect(sent).toEqual(['a']);
});
