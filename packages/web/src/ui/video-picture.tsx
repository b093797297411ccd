import type { ComponentProps } from 'react';

/** A picture of nothing. */
const NOTHING = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * A picture of a video; the title beside it says all that it would. Behind the age gate nothing is displayed, and so a lazy picture is not fetched. A browser
 * without script ignores `loading` and takes the source; document/unscripted-pictures.ts then shows the picture.
 */
export function VideoPicture(props: ComponentProps<'img'>) {
  return (
    <picture className="contents">
      <source media="(scripting: none)" srcSet={NOTHING} />
      <img alt="" decoding="async" loading="lazy" {...props} />
    </picture>
  );
}
