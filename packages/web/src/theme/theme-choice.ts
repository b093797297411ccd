import type { Theme } from '@vesper/contract';
import { writeStored } from '../ui/storage.ts';

/** Renaming it would lose the visitors' choices. */
export const THEME_KEY = 'theme';

export function toggleTheme(): void {
  const theme: Theme = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  paintBrowserChrome();
  writeStored('localStorage', THEME_KEY, theme);
}

export function paintBrowserChrome(): void {
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}
