import type { ReactNode } from 'react';

interface NameCellProps {
  name: ReactNode;
  /** The page of what is named. */
  href?: string | undefined;
  /** A second line. */
  children?: ReactNode;
}

/** The cell that says what a row is about. */
export function NameCell({ name, href, children }: NameCellProps) {
  const look = 'font-semibold wrap-anywhere';
  return (
    <>
      {href ? (
        <a className={`${look} hover:underline`} href={href}>
          {name}
        </a>
      ) : (
        <span className={look}>{name}</span>
      )}
      {children && <p className="mt-0.5 text-xs wrap-anywhere text-muted">{children}</p>}
    </>
  );
}
