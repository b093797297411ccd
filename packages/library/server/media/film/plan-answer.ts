import { evaluatePreconditions, rangeApplies } from '@vesper/core/http/preconditions.ts';
import { type ByteRange, selectRange } from '@vesper/core/http/ranges.ts';
import type { FastifyRequest } from 'fastify';
import { bodyHeaders, fileHeaders, validatorsOf } from '../delivery/file-headers.ts';
import type { AskedFile } from '../files/files.ts';

export interface PlannedAnswer {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Record<string, string | number>;
  range: ByteRange | undefined;
}

export function planAnswer(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  wanted: AskedFile,
  sizeBytes: number,
): PlannedAnswer {
  const validators = validatorsOf(wanted.file, sizeBytes);
  const always = fileHeaders(wanted.asked, validators);
  const outcome = evaluatePreconditions(headers, validators);
  if (outcome === 'not_modified') return { status: 304, headers: always, range: undefined };
  if (outcome === 'failed') return { status: 412, headers: {}, range: undefined };

  const described = { ...always, ...bodyHeaders(wanted) };
  // RFC 9110, section 14.2: ranges are only for GET.
  if (method === 'HEAD')
    return { status: 200, headers: { ...described, 'content-length': sizeBytes }, range: undefined };
  const range = rangeApplies(headers['if-range'], validators)
    ? selectRange(headers.range, sizeBytes)
    : 'whole';
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'content-range': `bytes */${sizeBytes}` }, range: undefined };
  return planBody(range, described, sizeBytes);
}

function planBody(
  range: ByteRange | 'whole',
  headers: Record<string, string>,
  sizeBytes: number,
): PlannedAnswer {
  if (range === 'whole') {
    const whole = sizeBytes > 0 ? { start: 0, end: sizeBytes - 1 } : undefined;
    return { status: 200, headers: { ...headers, 'content-length': sizeBytes }, range: whole };
  }
  const { start, end } = range;
  const ofPart = { 'content-range': `bytes ${start}-${end}/${sizeBytes}`, 'content-length': end - start + 1 };
  return { status: 206, headers: { ...headers, ...ofPart }, range };
}
