import { pageHref } from '@vesper/contract';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface StateScreenProps {
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** 2 in place of a list, on a page with its own heading. */
  level?: 1 | 2;
}

export function StateScreen({ icon: Icon, title, text, action, level = 1 }: StateScreenProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center sm:py-24">
      <span aria-hidden className="grid size-16 place-items-center rounded-2xl bg-panel text-muted">
        <Icon className="size-7" strokeWidth={1.5} />
      </span>
      <Heading className={`mt-5 font-bold text-balance ${level === 1 ? 'text-2xl' : 'text-xl'}`}>
        {title}
      </Heading>
      {text && (
        <p className="mt-2 max-w-md text-sm leading-relaxed text-pretty wrap-anywhere text-muted">{text}</p>
      )}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

export function HomeLink() {
  return (
    <a href={pageHref.home()} className="button primary primary-hover">
      Back to Home
    </a>
  );
}
