import { Play } from 'lucide-react';

/** The brand mark before the site's name. */
export function BrandMark() {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-lg bg-linear-135 from-primary to-accent text-on-primary"
    >
      <Play className="ml-px size-3.5 fill-current" strokeWidth={2.5} />
    </span>
  );
}
