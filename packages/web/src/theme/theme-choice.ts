import type { Theme } from './theme-css.ts';

/** The key under which a visitor's choice is stored: renaming it would lose the choices. */
export const THEME_KEY = 'theme';

/** Switches to the other theme and remembers it. */
export function toggleTheme(): void {
  const theme: Theme = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  paintBrowserChrome();
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
}

/** Colours the browser's own bars like the page. */
export function paintBrowserChrome(): void {
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}
