import { cutTo, pageHref, SEARCH_LENGTH } from '@vesper/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Browse } from '../../ui/filter/browse.ts';
import { KeptFields } from '../../ui/filter/kept-fields.tsx';

/** Without script it is a plain form. */
export function SearchBox({ browse }: { browse: Browse }) {
  const { text, type, submit, clear } = useSearchTyping(browse);
  const input = useRef<HTMLInputElement>(null);
  const typeNow = useRef(type);
  useEffect(() => {
    // Letters typed before the script loaded are in the field but not in the state.
    const typed = input.current?.value ?? '';
    if (typed !== input.current?.defaultValue) typeNow.current(typed);
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <search>
      <form action={pageHref.home()} onSubmit={onSubmit} className="search-box">
        <KeptFields browse={browse} except={['search', 'exact']} />
        <i className="icon-search" />
        <input
          ref={input}
          type="search"
          name="search"
          aria-label="Search videos"
          placeholder="Search videos..."
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label="Clear search text"
            className="grid size-11 place-items-center rounded-lg text-muted hover:text-text nojs:hidden"
            onClick={() => {
              clear();
              input.current?.focus();
            }}
          >
            <i className="icon-x" />
          </button>
        )}
        <button type="submit" className="primary primary-hover">
          <i className="icon-search size-5 sm:hidden" />
          <span className="max-sm:sr-only">Search</span>
        </button>
      </form>
    </search>
  );
}

const PAUSE_MS = 300;

/** A history entry that further typing may replace. */
interface TypingState {
  isTyping?: boolean;
}

/**
 * The first letters add a history entry, further ones replace it, submitting makes it final: Back leaves the search.
 */
function useSearchTyping({ search: term = '', exact: _exact, ...filters }: Browse) {
  const [text, setText] = useState(term);
  const timer = useRef<number>(undefined);
  const sent = useRef(term);
  const kept = useRef(filters);
  useEffect(() => {
    // Filters may change while the timer runs.
    kept.current = filters;
  });

  useEffect(() => {
    // The address changed by Back or a link: the box follows.
    if (sent.current === term) return;
    sent.current = term;
    window.clearTimeout(timer.current);
    setText(term);
  }, [term]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = (typed: string, isTyping: boolean) => {
    const next = typed.trim() && cutTo(SEARCH_LENGTH, typed);
    window.clearTimeout(timer.current);
    const wasTyping = (history.state as TypingState | null)?.isTyping === true;
    if (sent.current === next && (isTyping || !wasTyping)) return;
    sent.current = next;
    navigate(pageHref.home({ ...kept.current, search: next }), {
      replace: wasTyping,
      state: isTyping ? { isTyping } : null,
    });
  };
  return {
    text,
    type: (next: string) => {
      setText(next);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => send(next, true), PAUSE_MS);
    },
    submit: () => send(text, false),
    clear: () => {
      setText('');
      send('', false);
    },
  };
}
