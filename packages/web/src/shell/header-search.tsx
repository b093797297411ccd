import { pageHref } from '@vesper/contract';

/** On phones a button, the field's label: when focused, the field covers the header (app.css). */
export function HeaderSearch() {
  return (
    <search className="header-search">
      <form action={pageHref.home()}>
        <label htmlFor="header-search" className="icon-button">
          <i className="icon-search size-5" />
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
