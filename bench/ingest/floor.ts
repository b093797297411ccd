import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SaxesParser } from 'saxes';

/**
 * The least that anyone could do: fetch the same files, parse them with the same library, and copy the addresses into
 * a table with one index. Nothing is checked, made canonical, compared or decided. Returns how many there were.
 */
export async function runFloor(connection: pg.ClientConfig, indexUrl: string): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('create table floor_addresses (url text primary key)');
    const lines = new PassThrough({ highWaterMark: 1 << 20 });
    const copied = pipeline(lines, client.query(copyFrom('copy floor_addresses from stdin')));
    let count = 0;
    for (const file of await readLocs(indexUrl)) {
      const locs = await readLocs(file);
      count += locs.length;
      if (!lines.write(`${locs.join('\n')}\n`)) await new Promise((resolve) => lines.once('drain', resolve));
    }
    lines.end();
    await copied;
    return count;
  } finally {
    await client.end();
  }
}

async function readLocs(url: string): Promise<string[]> {
  const locs: string[] = [];
  let isLoc = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    isLoc = name === 'loc';
  });
  parser.on('closetag', () => {
    isLoc = false;
  });
  parser.on('text', (text) => {
    if (isLoc) locs.push(text);
  });
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`);
  const decoder = new TextDecoder();
  for await (const chunk of response.body) parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
  return locs;
}
