import type { CaseKindForm, CaseTexts } from '@vesper/contract';
import { AppError } from '../../kernel/lib/app-error.ts';
import {
  type CaseParts,
  type CaseSeal,
  findCase,
  formOf,
  openPaper,
  openSeal,
  selectPapers,
} from '../cases/index.ts';
import { selectTargetsOf } from './queries.ts';

const MOST_SHOWN = 500;

/** What was written in a case. Throws not_found, and conflict once it is erased. */
export async function openTexts(
  { db, keys }: Pick<CaseParts, 'db' | 'keys'>,
  id: string,
): Promise<CaseTexts> {
  const kase = await findCase(db, id);
  const seal = openSeal(keys, kase);
  if (!seal) throw new AppError('conflict', 'What was written in this case cannot be opened any more.');
  const form = formOf(kase.kind);
  const papers = (await selectPapers(db, id)).slice(0, MOST_SHOWN).map((paper) => ({
    ...{ what: paper.what, at: paper.at.toISOString(), by: paper.by },
    texts: textsIn(form, paper.what, openPaper(seal, paper)?.text ?? ''),
  }));
  const targets = await selectTargetsOf(db, id, MOST_SHOWN);
  return {
    papers,
    addresses: targets.map(({ position, sealed }) => ({
      position,
      address: addressOf(seal, position, sealed),
    })),
  };
}

const FILLED_IN = new Set(['submission', 'supplement']);

export type LabelledText = CaseTexts['papers'][number]['texts'][number];

/** What was filled in, field by field in the order of the form; a mail by its parts; anything else as it is. */
export function textsIn({ fields }: CaseKindForm, what: string, text: string): LabelledText[] {
  if (what === 'mail' && text !== '') return textsOfMail(JSON.parse(text));
  if (!FILLED_IN.has(what) || text === '') return [{ label: '', text }];
  const filled = JSON.parse(text) as Record<string, unknown>;
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
