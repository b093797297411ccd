import './suggest-box.css';
import type { Client, Suggestion, SuggestionKind } from '@vesper/contract';
import { Folder, History, Play, Search, Tag, TextSearch, X } from 'lucide-react';
import { useEffect, useId, useMemo, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { isSame, readOwnSearches, removeOwnSearch, removeOwnSearches } from './own-searches.ts';
import { useCombobox, useListKeys, useTyped } from './use-combobox.ts';
import { useSuggestions } from './use-suggestions.ts';

/** How many own searches are offered before and after the first letter. */
const OWN = { before: 6, after: 3 };

const KINDS = {
  own: { icon: History, word: 'Searched before' },
  search: { icon: Search, word: 'Search' },
  category: { icon: Folder, word: 'Category' },
  tag: { icon: Tag, word: 'Tag' },
  keyword: { icon: TextSearch, word: 'Topic' },
  video: { icon: Play, word: 'Video' },
} satisfies Record<SuggestionKind | 'own', { icon: typeof Play; word: string }>;

interface Option {
  kind: SuggestionKind | 'own';
  text: string;
  href: string;
}

/** Beside the form, where React leaves it alone. `before` is what the field held before the visitor typed. */
export function openSuggestBox(field: HTMLInputElement, before: string, client: Client): void {
  const place = field.closest('search');
  if (!place) return;
  const box = place.appendChild(document.createElement('div'));
  box.className = 'suggest-box';
  box.lang = 'en';
  createRoot(box).render(<SuggestBox field={field} before={before} place={place} client={client} />);
}

interface SuggestBoxProps {
  field: HTMLInputElement;
  before: string;
  place: HTMLElement;
  client: Client;
}

/** A combobox with a list (WAI-ARIA Authoring Practices): the field keeps the focus and names the active option. */
function SuggestBox({ field, before, place, client }: SuggestBoxProps) {
  const id = useId();
  const [active, setActive] = useState(-1);
  const { typed, isAsked, setAsked } = useTyped({ field, before, place }, setActive);
  const [removals, noteRemoval] = useReducer((n: number) => n + 1, 0);
  const suggestions = useSuggestions(client, isAsked ? typed : '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read again when the list opens or one is removed.
  const own = useMemo(() => ownFor(typed), [typed, isAsked, removals]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no active option.
  useEffect(() => setActive(-1), [suggestions]);
  const options = optionsOf(field, own, suggestions);
  const isOpen = isAsked && options.length > 0;
  const chosen = options[active];
  const close = () => {
    setAsked(false);
    setActive(-1);
  };
  const forget = (remove: () => void) => {
    remove();
    setActive(-1);
    noteRemoval();
  };

  useCombobox(field, { list: id, isOpen, activeOption: active < 0 ? undefined : `${id}-${active}` });
  useListKeys(field, {
    ...{ isOpen, count: options.length, active, setActive, close },
    open: () => setAsked(true),
    choose: chosen && (() => document.getElementById(`${id}-${active}`)?.click()),
    remove: chosen?.kind === 'own' ? () => forget(() => removeOwnSearch(chosen.text)) : undefined,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </p>
      <div className="suggest-list" hidden={!isOpen}>
        <div
          role="listbox"
          id={id}
          aria-label="Suggestions"
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {isOpen &&
            options.map((option, nth) => (
              <OptionLink
                // biome-ignore lint/suspicious/noArrayIndexKey: an option at another place is a new element, which is no layout shift.
                key={`${nth} ${option.kind} ${option.href}`}
                id={`${id}-${nth}`}
                option={option}
                isActive={nth === active}
                onChoose={() => {
                  close();
                  field.blur();
                }}
              />
            ))}
        </div>
        {isOpen && (
          <Removals
            own={own}
            isOwnOnly={typed.trim() === ''}
            onRemove={(remove) => {
              forget(remove);
              field.focus();
            }}
          />
        )}
      </div>
    </>
  );
}

interface RemovalsProps {
  own: readonly string[];
  isOwnOnly: boolean;
  onRemove: (remove: () => void) => void;
}

/** Beside the list: an option can hold no buttons. */
function Removals({ own, isOwnOnly, onRemove }: RemovalsProps) {
  return (
    <>
      {own.length > 0 && (
        <div className="suggest-removals">
          {own.map((text) => (
            <button
              key={text}
              type="button"
              aria-label={`Remove ${text} from your searches`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRemove(() => removeOwnSearch(text))}
            >
              <X className="size-4" />
            </button>
          ))}
        </div>
      )}
      {isOwnOnly && (
        <p className="suggest-foot">
          <span>Kept in this browser only</span>
          <button
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRemove(removeOwnSearches)}
          >
            Remove all
          </button>
        </p>
      )}
    </>
  );
}

interface OptionLinkProps {
  id: string;
  option: Option;
  isActive: boolean;
  onChoose: () => void;
}

/** A link, so that the site's listeners follow it and prefetch its page. */
function OptionLink({ id, option: { kind, text, href }, isActive, onChoose }: OptionLinkProps) {
  const { icon: Icon, word } = KINDS[kind];
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, isActive]);
  return (
    <a
      role="option"
      id={id}
      href={href}
      tabIndex={-1}
      aria-selected={isActive}
      className={kind === 'own' ? 'is-own' : undefined}
      onClick={onChoose}
    >
      <Icon className="size-4" aria-hidden />
      <span className="suggest-text" lang="" dir="auto">
        {text}
      </span>{' '}
      <span className={kind === 'own' ? 'sr-only' : 'suggest-kind'}>{word}</span>
    </a>
  );
}

function ownFor(typed: string): string[] {
  const start = typed.trim().toLowerCase();
  if (start === '') return readOwnSearches().slice(0, OWN.before);
  return readOwnSearches()
    .filter((text) => text.toLowerCase().startsWith(start) && !isSame(text, start))
    .slice(0, OWN.after);
}

function optionsOf(
  field: HTMLInputElement,
  own: readonly string[],
  suggestions: readonly Suggestion[],
): Option[] {
  const others = suggestions.filter(
    ({ kind, text }) => kind !== 'search' || !own.some((one) => isSame(one, text)),
  );
  return [
    ...own.map((text): Option => ({ kind: 'own', text, href: searchHref(field, text) })),
    ...others.map(({ kind, text, path }) => ({
      ...{ kind, text },
      href: kind === 'search' ? searchHref(field, text) : path,
    })),
  ];
}

/** Order and filters stay. */
function searchHref({ form }: HTMLInputElement, text: string): string {
  if (!form) return '';
  const fields = new FormData(form);
  fields.set('search', text);
  const given = [...fields].filter(([, value]) => value) as [string, string][];
  const { pathname } = new URL(form.action);
  return `${pathname}?${new URLSearchParams(given)}`;
}
