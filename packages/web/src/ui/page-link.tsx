import type { ComponentProps } from 'react';

/** A link to a page of the site; shell/links.ts follows it. */
export function PageLink({ href, ...attributes }: ComponentProps<'a'> & { href: string }) {
  return <a {...attributes} href={href} />;
}
