import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  icon?: LucideIcon;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, icon: Icon, about, actions, children, className = '' }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-2xl border border-line bg-panel p-4 sm:p-5 ${className}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="flex items-center gap-2 text-base font-bold">
            {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
            {title}
          </h2>
          {about && <p className="mt-1 text-sm text-pretty text-muted">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** For a record that was deleted elsewhere while the page holds unsaved input. */
export function GoneNote({ what }: { what: string }) {
  return (
    <p role="alert" className="rounded-xl border border-danger p-3 text-sm">
      {what} was deleted by somebody else meanwhile. What you have typed can no longer be saved; it stays here
      until you leave.
    </p>
  );
}

export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {label}
    </span>
  );
}
