import type { ComponentProps } from 'react';

/** A link within text. */
export function TextLink({ className = '', ...link }: ComponentProps<'a'>) {
  return <a className={`text-primary-text hover:underline ${className}`} {...link} />;
}

/** A link to another site, in a new tab. */
export function OutsideLink(link: ComponentProps<'a'>) {
  return <TextLink target="_blank" rel="noreferrer noopener nofollow" {...link} />;
}
