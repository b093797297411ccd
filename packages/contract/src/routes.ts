import { GROUPS, PAGES } from './areas.ts';

/** The table of calls, shared by server, browser, tests and documents. */
export const routes = GROUPS;

/** The addresses of the back office, in wouter's notation: for its own router, the server, and links. */
export const ADMIN_PATTERNS = PAGES;

export type Routes = typeof routes;

/** The path of a call, with its `:parameters`. */
export type CallPath = {
  [Group in keyof Routes]: Routes[Group][keyof Routes[Group]];
}[keyof Routes] extends infer C
  ? C extends { path: infer Path }
    ? Path
    : never
  : never;
