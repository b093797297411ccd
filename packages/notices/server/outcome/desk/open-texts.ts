import type { CaseKindForm, CaseTexts } from '@vesper/contract';
import { KeysMissing } from '@vesper/core/db/sealed/row-keys.ts';
import { openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import {
  type CaseParts,
  type CaseSeal,
  findCase,
  formOf,
  openPaper,
  readAddress,
  selectPapersAfter,
} from '../../cases/index.ts';
import { selectKeywordVideos, selectTargetsOf } from './queries.ts';

const MOST_SHOWN = 500;
const MOST_OF_A_PAGE = 50;

/** Throws not_found, conflict once erased, unavailable without the key. */
export async function openTexts(
  { db, keys }: Pick<CaseParts, 'db' | 'keys'>,
  id: string,
): Promise<CaseTexts> {
  const caseRow = await findCase(db, id);
  const seal = openSeal(keys, caseRow);
  if (!seal && caseRow.sealed_key) throw new KeysMissing(keys);
  if (!seal) throw new AppError('conflict', 'The texts of this case can no longer be opened.');
  const form = formOf(caseRow.kind);
  const first = await selectPapersAfter(db, id, { afterId: 0, limit: MOST_SHOWN });
  const papers = first.map((paper) => ({
    ...{ what: paper.what, at: paper.at.toISOString(), by: paper.by },
    texts: textsIn(form, paper.what, openPaper(seal, paper)?.text ?? ''),
  }));
  const targets = await selectTargetsOf(db, id, MOST_SHOWN);
  const addresses: CaseTexts['addresses'] = [];
  for (const { position, shape, sealed } of targets) {
    const address = addressOf(seal, position, sealed);
    const keyword = shape === 'keyword' ? readAddress(address)?.keyword : undefined;
    const videos = keyword ? await selectKeywordVideos(db, keyword, MOST_OF_A_PAGE) : null;
    addresses.push({ position, address, videos });
  }
  return { papers, addresses };
}

const FILLED_IN = new Set(['submission', 'supplement']);
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  court: { court: 'Court', number: 'File number', filedOn: 'Filed on', reason: 'How we know' },
};

export type LabelledText = CaseTexts['papers'][number]['texts'][number];

/** By field in the form's order; mails by part; anything else as it is. */
export function textsIn({ fields }: CaseKindForm, what: string, text: string): LabelledText[] {
  if (what === 'mail' && text !== '') return textsOfMail(JSON.parse(text));
  const labels = LABELS[what];
  if (!(labels || FILLED_IN.has(what)) || text === '') return [{ label: '', text }];
  const filled = JSON.parse(text) as Record<string, unknown>;
  if (labels)
    return Object.entries(labels).map(([name, label]) => ({ label, text: String(filled[name] ?? '') }));
  const names = [
    ...Object.keys(fields),
    ...Object.keys(filled).filter((name) => !Object.hasOwn(fields, name)),
  ];
  return names
    .filter((name) => Object.hasOwn(filled, name))
    .map((name) => ({
      label: fields[name]?.label ?? (name === 'note' ? 'Note' : name),
      text: wordsOf(fields[name]?.choices, filled[name]),
    }));
}

function textsOfMail({ to, subject, body }: Record<'to' | 'subject' | 'body', string>): LabelledText[] {
  return [
    { label: 'To', text: to },
    { label: 'Subject', text: subject },
    { label: 'Text', text: body },
  ];
}

function wordsOf(choices: Readonly<Record<string, string>> | undefined, value: unknown): string {
  if (value === true) return 'Yes';
  return choices?.[String(value)] ?? String(value ?? '');
}

export function addressOf(seal: CaseSeal, position: number, sealed: Buffer | null): string {
  return (sealed && seal.open(`address-${position}`, sealed)) ?? '';
}
