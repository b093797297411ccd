import type { ComponentProps } from 'react';
// A file, because its address is shorter than an empty image: it stands before every picture.
import blank from './blank.svg?no-inline';

/**
 * A decorative picture of a video, whose title is beside it. Behind the age gate nothing is displayed, so lazy pictures
 * do not load. A browser without script ignores `loading` and uses the source; document/unscripted-pictures.ts then
 * shows the picture.
 */
export function VideoPicture(props: ComponentProps<'img'>) {
  return (
    <picture>
      <source media="(scripting: none)" srcSet={blank} />
      <img alt="" decoding="async" loading="lazy" {...props} />
    </picture>
  );
}
