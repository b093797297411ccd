import { pageHref } from '@vesper/contract';
import { useState } from 'react';
import type { ListedCategory } from '../data/catalogue-queries.ts';
import { formatCount } from './format.ts';

/** On wide screens, at first; phones scroll through all. */
const SHOWN = 16;

const row = 'chips chip-row';

/** Categories with videos, and the current one. */
export function CategoryChips({
  categories: all,
  current,
}: {
  categories: ListedCategory[];
  current?: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const categories = all.filter(({ slug, videoCount }) => videoCount > 0 || slug === current);
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categories">
      <ul className={row}>
        {categories.map((category, index) => (
          <li key={category.slug} className={!isOpen && index >= SHOWN ? 'further' : undefined}>
            <Chip category={category} isCurrent={category.slug === current} />
          </li>
        ))}
        {!isOpen && categories.length > SHOWN && (
          <li className="max-sm:hidden nojs:hidden">
            <button type="button" className="chip text-muted" onClick={() => setIsOpen(true)}>
              {categories.length - SHOWN} more
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Chip({ category, isCurrent }: { category: ListedCategory; isCurrent: boolean }) {
  return (
    <a href={pageHref.category(category.slug)} aria-current={isCurrent ? 'page' : undefined} className="chip">
      <span>{category.name}</span> <span>{formatCount(category.videoCount)}</span>
    </a>
  );
}

export function CategoryChipsSkeleton() {
  return (
    <div className={row} data-skeleton="categories" aria-hidden>
      {['w-24', 'w-32', 'w-28', 'w-24', 'w-36', 'w-28', 'w-24', 'w-32'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change their order.
        <div key={index} className={`skeleton h-11 shrink-0 rounded-full sm:h-9 ${width}`} />
      ))}
    </div>
  );
}
