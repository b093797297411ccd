import { toggleTheme } from './theme-choice.ts';

/** The HTML has both icons, and CSS shows the right one: the server does not know the visitor's choice. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="icon-button grown nojs:hidden"
      aria-label="Switch between light and dark theme"
      data-tooltip="Switch theme"
      onClick={toggleTheme}
    >
      <i className="icon-sun hidden size-5 dark:block" />
      <i className="icon-moon size-5 dark:hidden" />
    </button>
  );
}
