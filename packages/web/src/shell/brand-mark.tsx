import { type BrandPicture, brandPath, LOGO_NAME } from '@vesper/contract';

export function BrandMark() {
  return (
    <span className="brand-mark">
      <i className="filled-play" />
    </span>
  );
}

export function Logo({ logo, alt }: { logo: BrandPicture; alt: string }) {
  return (
    <img
      src={brandPath(logo, LOGO_NAME)}
      alt={alt}
      width={logo.width}
      height={logo.height}
      className="brand-logo"
    />
  );
}
