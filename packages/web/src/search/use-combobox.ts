import { type Dispatch, useEffect, useState } from 'react';

interface SearchField {
  field: HTMLInputElement;
  before: string;
  /** Around field and list: the focus may move within it. */
  place: HTMLElement;
}

/** Typing opens the list, and so does focusing the empty field. */
export function useTyped({ field, before, place }: SearchField, setActive: Dispatch<number>) {
  const [typed, setTyped] = useState(before);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const onInput = () => {
      setTyped(field.value);
      setAsked(true);
      setActive(-1);
    };
    const onFocus = () => {
      setTyped(field.value);
      setAsked(field.value === '');
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) setAsked(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('input', onInput, { signal });
    field.addEventListener('focus', onFocus, { signal });
    place.addEventListener('focusout', onFocusOut, { signal });
    place.addEventListener('submit', () => setAsked(false), { signal });
    // The visitor may have typed while this code was loading.
    if (field === document.activeElement && (field.value === '' || field.value !== before)) onInput();
    return () => listening.abort();
  }, [field, before, place, setActive]);
  return { typed, isAsked, setAsked };
}

interface Combobox {
  list: string;
  isOpen: boolean;
  activeOption: string | undefined;
}

/** Without script the field has no list, so the served page does not say so. */
export function useCombobox(field: HTMLInputElement, { list, isOpen, activeOption }: Combobox): void {
  useEffect(() => {
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', list);
    field.setAttribute('aria-expanded', String(isOpen));
    if (activeOption) field.setAttribute('aria-activedescendant', activeOption);
    else field.removeAttribute('aria-activedescendant');
  }, [field, list, isOpen, activeOption]);
}

interface ListKeys {
  isOpen: boolean;
  count: number;
  /** -1 for the field itself. */
  active: number;
  setActive: Dispatch<number>;
  open: () => void;
  close: () => void;
  choose: (() => void) | undefined;
  remove: (() => void) | undefined;
}

export function useListKeys(field: HTMLInputElement, keys: ListKeys): void {
  const { isOpen, count, active, setActive, open, close, choose, remove } = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      // From the last option to the field itself, and on to the first.
      const places = count + 1;
      if (step !== undefined && isOpen) setActive(((active + 1 + step + places) % places) - 1);
      else if (step !== undefined) open();
      else if (event.key === 'Escape' && isOpen) close();
      else if (event.key === 'Enter' && isOpen && choose) choose();
      else if (event.key === 'Delete' && isOpen && remove) remove();
      else return;
      event.preventDefault();
    };
    field.addEventListener('keydown', onKey);
    return () => field.removeEventListener('keydown', onKey);
  });
}
