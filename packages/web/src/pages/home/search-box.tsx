import { pageHref } from '@vesper/contract';
import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { primaryHover } from '../../ui/control-classes.ts';
import type { Browse } from '../../ui/filter/browse.ts';
import { KeptFields } from '../../ui/filter/kept-fields.tsx';
import { useSearchTyping } from './use-search-typing.ts';

/** Searches while the visitor types; without script it is a plain form. */
export function SearchBox({ browse }: { browse: Browse }) {
  const { text, type, submit, clear } = useSearchTyping(browse);
  const input = useRef<HTMLInputElement>(null);
  const typeNow = useRef(type);
  useEffect(() => {
    // Letters typed before the script arrived are in the field but in no state.
    const typed = input.current?.value ?? '';
    if (typed !== input.current?.defaultValue) typeNow.current(typed);
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <search>
      <form
        action={pageHref.home()}
        onSubmit={onSubmit}
        className="flex h-12 items-center rounded-xl border border-edge bg-panel sm:pl-3.5 transition-colors focus-within:border-primary-text focus-within:outline-2 focus-within:outline-primary-text"
      >
        <KeptFields browse={browse} except={['search']} />
        <Search aria-hidden className="hidden size-5 shrink-0 text-muted sm:block" />
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
          className="h-full min-w-0 flex-1 appearance-none bg-transparent px-3 text-base text-text outline-none placeholder:text-muted"
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
            <X aria-hidden className="size-4" />
          </button>
        )}
        <button
          type="submit"
          className={`mr-0.5 grid h-11 min-w-11 sm:mr-1 sm:h-10 place-items-center rounded-lg bg-primary text-sm sm:px-4 font-semibold text-on-primary transition-colors ${primaryHover}`}
        >
          <Search aria-hidden className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">Search</span>
        </button>
      </form>
    </search>
  );
}
