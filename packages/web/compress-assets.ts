/** The last step of the build. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Log2 sizes; 0 is the default. All are tried, since a larger window also makes distances longer. */
const SIZES = [
  { window: 18, block: 0 },
  { window: 20, block: 0 },
  { window: 20, block: 17 },
];

const directory = path.join(import.meta.dirname, 'dist/client');

const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
for (const name of names.filter((file) => /\.(js|css|svg)$/.test(file))) {
  const file = path.join(directory, name);
  const plain = readFileSync(file);
  writeFileSync(`${file}.br`, smallestBrotli(plain));
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
}

function smallestBrotli(plain: Buffer): Buffer {
  const packed = SIZES.map(({ window, block }) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_LGBLOCK]: block,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    return brotliCompressSync(plain, { params });
  });
  return packed.reduce((best, one) => (one.length < best.length ? one : best));
}
