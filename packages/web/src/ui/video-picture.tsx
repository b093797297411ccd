import type { ComponentProps } from 'react';
// A file: its address, repeated for every picture, is shorter than an inline empty image.
import blank from './blank.svg?no-inline';

/** Lazy: nothing loads behind the age gate. Without script the `<source>` is used (document/unscripted-pictures.ts). */
export function VideoPicture(props: ComponentProps<'img'>) {
  return (
    <picture>
      <source media="(scripting: none)" srcSet={blank} />
      <img alt="" decoding="async" loading="lazy" {...props} />
    </picture>
  );
}
