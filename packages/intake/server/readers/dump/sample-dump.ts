import type { DumpForm, DumpLayout } from '@vesper/contract';
import { requireOk } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { readLines } from '../file/csv-records.ts';
import { decoded, dumpFiles } from './dump-records.ts';
import { fieldsOf, guessLayout } from './guess-layout.ts';
import { DUMP_ACCEPT, type DumpOptions } from './read-dump.ts';

export interface Sample {
  lines: string[];
  guess: DumpLayout;
}

const SAMPLED_LINES = 50;
const LIMITS = { maxFileBytes: 4 * 1024 ** 3, maxRatio: 250 };

/** The first lines and a guessed layout. An archive is fetched whole. Throws SourceError. */
export async function sampleDump(
  url: string,
  { fetch, signal, limits = {} }: Pick<DumpOptions, 'fetch' | 'signal' | 'limits'>,
  form?: DumpForm,
): Promise<Sample> {
  const { transfer, ...bounds } = { ...LIMITS, ...limits };
  const response = await fetch(url, {
    ...{ ...transfer, maxBytes: bounds.maxFileBytes, signal },
    headers: { accept: DUMP_ACCEPT },
  });
  try {
    let charset: DumpLayout['charset'] = 'utf-8';
    const lines: string[] = [];
    for await (const file of dumpFiles(requireOk(response), { ...bounds, transfer: {} })) {
      const text = decoded(file, form?.charset, (found) => {
        charset = found;
      });
      for await (const line of readLines(text)) {
        if (line.text?.trim()) lines.push(line.text);
        if (lines.length === SAMPLED_LINES) break;
      }
      break;
    }
    refuseOther(lines[0]);
    return { lines, guess: guessLayout(lines, charset, form) };
  } finally {
    response.discard();
  }
}

export function sampleRows(lines: readonly string[], layout: DumpLayout): string[][] {
  return lines.map((line) => fieldsOf(line, layout));
}

function refuseOther(first: string | undefined): void {
  if (first === undefined) throw new SourceError('bad_kind', 'The dump is empty.');
  if (/^\s*(?:<!doctype|<html|<\?xml|\{|\[\s*\{)/i.test(first))
    throw new SourceError('bad_kind', 'The address returned a web page, XML or JSON, not delimited lines.');
}
