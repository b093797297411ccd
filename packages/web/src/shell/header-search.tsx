import { pageHref } from '@vesper/contract';
import { Search } from 'lucide-react';
import { iconButton } from '../ui/control-classes.ts';

/** On a phone a button, which is the field's label: with the focus, the field lies over the header (app.css). */
export function HeaderSearch() {
  return (
    <search className="header-search">
      <form action={pageHref.home()}>
        <label htmlFor="header-search" className={iconButton}>
          <Search aria-hidden className="size-5" />
        </label>
        <input
          id="header-search"
          type="search"
          name="search"
          aria-label="Search videos"
          placeholder="Search videos..."
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  );
}
