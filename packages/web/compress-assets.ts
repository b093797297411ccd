/** The last step of the build: packs every script and style once, as well as can be, so that no request has to. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const directory = path.join(import.meta.dirname, 'dist/client');

const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
for (const name of names.filter((file) => /\.(js|css|svg)$/.test(file))) {
  const file = path.join(directory, name);
  const plain = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
}
