import { DMCA_LENGTHS } from '@vesper/contract';
import { readStored, writeStored } from '../../ui/storage.ts';

const KEY = 'dmca-notice';

export const TEXT_NAMES = Object.keys(DMCA_LENGTHS) as (keyof typeof DMCA_LENGTHS)[];

interface Draft {
  texts: Partial<Record<string, string>>;
  /** From a link, so that a reload does not undo the visitor's change. */
  prefilled: string;
}

/** Without the two statements: what is declared under penalty of perjury is ticked by hand each time. */
export function saveDraft(form: HTMLFormElement, prefilled: string): void {
  const draft: Draft = { texts: textsOf(form), prefilled };
  writeStored('sessionStorage', KEY, JSON.stringify(draft));
}

export function forgetDraft(): void {
  writeStored('sessionStorage', KEY, null);
}

export function textsOf(form: HTMLFormElement): Record<(typeof TEXT_NAMES)[number], string> {
  const texts = TEXT_NAMES.map((name) => [name, fieldOf(form, name)?.value ?? '']);
  return Object.fromEntries(texts);
}

/** Returns the link's address, to be offered, if the visitor has typed another. */
export function restoreDraft(form: HTMLFormElement, prefilled: string): string {
  const draft = readDraft();
  for (const name of TEXT_NAMES) {
    const field = fieldOf(form, name);
    // Letters typed before the script arrived are newer than the draft.
    const isUntouched = field?.value === '' || (name === 'infringingUrl' && field?.value === prefilled);
    if (field && isUntouched) field.value = draft?.texts[name] ?? '';
  }
  const address = fieldOf(form, 'infringingUrl');
  if (!address || !prefilled || prefilled === draft?.prefilled || prefilled === address.value) return '';
  if (address.value !== '' && address.value !== draft?.prefilled) return prefilled;
  address.value = prefilled;
  return '';
}

function readDraft(): Draft | undefined {
  try {
    const value = JSON.parse(readStored('sessionStorage', KEY) ?? 'null') as Partial<Draft> | null;
    if (!value?.texts) return undefined;
    const texts = Object.entries(value.texts).filter(([, text]) => typeof text === 'string');
    return { texts: Object.fromEntries(texts), prefilled: String(value.prefilled ?? '') };
  } catch {
    return undefined;
  }
}

export function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null;
}
