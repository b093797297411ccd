/** The brand mark before the site's name. */
export function BrandMark() {
  return (
    <span className="brand-mark">
      <i className="filled-play" />
    </span>
  );
}
