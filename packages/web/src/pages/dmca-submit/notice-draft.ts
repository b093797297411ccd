import { DMCA_LENGTHS } from '@vesper/contract';

const KEY = 'dmca-notice';

/** The text fields by name, in the form's own elements. */
export const TEXT_NAMES = Object.keys(DMCA_LENGTHS) as (keyof typeof DMCA_LENGTHS)[];

interface Draft {
  texts: Partial<Record<string, string>>;
  /** The address filled in from a link, so that a reload does not undo the visitor's change. */
  prefilled: string;
}

/**
 * Keeps the input for the life of the tab, so that a reload loses nothing. The two statements are not kept: what is
 * declared under penalty of perjury is ticked by hand each time.
 */
export function saveDraft(form: HTMLFormElement, prefilled: string): void {
  const texts = Object.fromEntries(TEXT_NAMES.map((name) => [name, fieldOf(form, name)?.value ?? '']));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ texts, prefilled } satisfies Draft));
  } catch {
    // Storage may be forbidden; the form then lasts as long as the page.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored either.
  }
}

/**
 * Fills empty fields with earlier input, and the address with a link's. If the visitor has typed an address, it stays,
 * and the link's is returned, to be offered.
 */
export function restoreDraft(form: HTMLFormElement, prefilled: string): string {
  const draft = readDraft();
  for (const name of TEXT_NAMES) {
    const field = fieldOf(form, name);
    // Letters typed before the script arrived are newer; the link's address is there from the start.
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
    const value = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Draft> | null;
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
