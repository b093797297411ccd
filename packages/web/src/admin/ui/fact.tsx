import type { ReactNode } from 'react';

/** A row of a two-column description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

interface FactsProps {
  /** Those without a value are left out. */
  of: readonly (readonly [name: string, value: ReactNode])[];
  /** How they are laid out. */
  className: string;
  look?: string;
}

/** Facts that stand next to each other, each below its name. */
export function Facts({ of, className, look = '' }: FactsProps) {
  return (
    <dl className={className}>
      {of.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className={`wrap-anywhere ${look}`}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
