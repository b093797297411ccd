import type { CaseSeal, Opener } from '../cases/index.ts';
import type { Notice } from './notice.ts';

/** The columns that identify persons, or are an administrator's own words. */
const SEALED_COLUMNS = [
  'complainant_name',
  'complainant_email',
  'complainant_address',
  'complainant_phone',
  'copyright_work',
  'infringing_url',
  'additional_info',
  'signature',
  'admin_notes',
  'restore_reason',
] as const;

type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** A notice as its row holds it; what was left empty stays so. */
export function sealedNotice(notice: Notice, seal: CaseSeal): Notice {
  const fields = Object.entries(notice).map(([name, text]) => [
    name,
    text && seal.sealText(columnOf(name), text),
  ]);
  return Object.fromEntries(fields) as Notice;
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A row with its texts in clear; what cannot be opened any more says so. */
export function openedRow<Row extends Record<SealedColumn, string | null>>(row: Row, opener: Opener): Row {
  const texts = SEALED_COLUMNS.map((column) => {
    const stored = row[column];
    return [column, stored && opener.openText(column, stored)];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

/** The columns of a row in clear, sealed. */
export function sealedRow<Row extends Record<SealedColumn, string | null>>(
  row: Row,
  seal: CaseSeal,
): Pick<Row, SealedColumn> {
  const texts = SEALED_COLUMNS.map((column) => {
    const text = row[column];
    return [column, text && seal.sealText(column, text)];
  });
  return Object.fromEntries(texts) as Pick<Row, SealedColumn>;
}
