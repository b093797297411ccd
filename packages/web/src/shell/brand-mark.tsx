export function BrandMark() {
  return (
    <span className="brand-mark">
      <i className="filled-play" />
    </span>
  );
}
