import { parseArgs } from 'node:util';
import { AppError } from '../../packages/server/src/kernel/lib/app-error.ts';

/** How many sitemap files `--files` asks for. Throws bad_request. */
export function readFiles(usual: number): number {
  const { values } = parseArgs({ options: { files: { type: 'string' } }, allowPositionals: true });
  if (values.files === undefined) return usual;
  const files = Number(values.files);
  if (!/^\d{1,5}$/.test(values.files) || files < 2 || files > 50_000)
    throw new AppError('bad_request', '--files must be a whole number from 2 to 50,000.');
  return files;
}
