import type { ComponentProps } from 'react';

/** An empty image. */
const NOTHING = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * A decorative picture of a video, whose title is beside it. Behind the age gate nothing is displayed, so lazy pictures
 * do not load. A browser without script ignores `loading` and uses the source; document/unscripted-pictures.ts then
 * shows the picture.
 */
export function VideoPicture(props: ComponentProps<'img'>) {
  return (
    <picture className="contents">
      <source media="(scripting: none)" srcSet={NOTHING} />
      <img alt="" decoding="async" loading="lazy" {...props} />
    </picture>
  );
}
