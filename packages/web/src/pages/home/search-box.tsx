import { pageHref } from '@vesper/contract';
import { type FormEvent, useEffect, useRef } from 'react';
import type { Browse } from '../../ui/filter/browse.ts';
import { KeptFields } from '../../ui/filter/kept-fields.tsx';
import { useSearchTyping } from './use-search-typing.ts';

/** Without script it is a plain form. */
export function SearchBox({ browse }: { browse: Browse }) {
  const { text, type, submit, clear } = useSearchTyping(browse);
  const input = useRef<HTMLInputElement>(null);
  const typeNow = useRef(type);
  useEffect(() => {
    // Letters typed before the script are in the field but in no state.
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
