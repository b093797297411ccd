import { type BlockImport, IMPORT_COLUMNS, MOST_BLOCK_REASON, withoutControls } from '@vesper/contract';
import { AppError, errorMessage } from '@vesper/core/lib/app-error.ts';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { parseCsvRecord } from '../readers/index.ts';
import type { ListedAddress, ListedContent } from './import-queries.ts';

const SHA256 = /^[0-9a-f]{64}$/i;
/** A host needs a dot, so that a plain word is not an address. */
const WITHOUT_SCHEME = /^[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)+\.?(?::\d+)?(?:[/?#]|$)/;

/** Throws bad_request. */
export function columnsOf(header: string): string[] {
  const names = parseCsvRecord(header.replace(/^\uFEFF/, ''), ',')?.map((name) => name.toLowerCase());
  if (!names?.some((name) => name === 'address' || name === 'sha256'))
    throw wrong('The first line must name the columns: address, sha256 or both, and reason if there is one.');
  const known: readonly string[] = IMPORT_COLUMNS;
  const used = names.filter((name) => known.includes(name));
  if (new Set(used).size < used.length) throw wrong('The first line names a column twice.');
  return names.map((name) => (known.includes(name) ? name : ''));
}

function wrong(sentence: string): AppError {
  return new AppError('bad_request', sentence, { header: sentence });
}

export interface ReadLines {
  addresses: ListedAddress[];
  contents: ListedContent[];
  faults: BlockImport['faults'];
}

/**
 * Entries without duplicates. `first` is the first line's number in the file, whose header is line 1. Unusable lines
 * become faults; empty ones are skipped.
 */
export function readLines(
  lines: readonly string[],
  { columns, first, reason }: { columns: readonly string[]; first: number; reason: string },
): ReadLines {
  const addresses = new Map<string, ListedAddress>();
  const contents = new Map<string, ListedContent>();
  const faults: BlockImport['faults'] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      const named = readLine(line, columns, reason);
      if (named.address) addresses.set(named.address.address, named.address);
      if (named.content) contents.set(named.content.sha256.toString('hex'), named.content);
    } catch (error) {
      faults.push({ line: first + index, sentence: errorMessage(error) });
    }
  }
  return { addresses: [...addresses.values()], contents: [...contents.values()], faults };
}

function readLine(
  line: string,
  columns: readonly string[],
  byDefault: string,
): { address: ListedAddress | undefined; content: ListedContent | undefined } {
  const fields = parseCsvRecord(line, ',');
  if (!fields) throw new AppError('bad_request', 'Its quotation marks are not valid CSV (RFC 4180).');
  const field = (name: string) => (fields[columns.indexOf(name)] ?? '').trim();
  const [address, sha256] = [field('address'), field('sha256')];
  if (address === '' && sha256 === '')
    throw new AppError('bad_request', 'It has neither an address nor a SHA-256.');
  if (sha256 !== '' && !SHA256.test(sha256))
    throw new AppError('bad_request', 'Its SHA-256 is not 64 hexadecimal digits.');
  const reason = withoutControls(field('reason')).slice(0, MOST_BLOCK_REASON).toWellFormed() || byDefault;
  const canonical =
    address === ''
      ? undefined
      : canonicalAddress(WITHOUT_SCHEME.test(address) ? `https://${address}` : address);
  return {
    address:
      canonical === undefined ? undefined : { hash: addressHash(canonical), address: canonical, reason },
    content: sha256 === '' ? undefined : { sha256: Buffer.from(sha256, 'hex'), reason },
  };
}
