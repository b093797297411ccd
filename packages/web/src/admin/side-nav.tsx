import { type AdminPageName, adminHref } from '@vesper/contract';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';
import { NAVIGATION } from './pages/index.ts';

export const NAV_ID = 'admin-nav';

/** Beside the page on wide screens; on narrow ones an overlay, opened by the button in the header. */
export function SideNav({ current }: { current: AdminPageName | undefined }) {
  const popover = useRef<HTMLDivElement>(null);
  const { path } = useAddress();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes with each new address.
  useEffect(() => popover.current?.hidePopover(), [path]);
  return (
    <>
      <div className="hidden w-56 shrink-0 border-r border-line lg:block">
        <div className="sticky top-14 max-h-[calc(100svh-3.5rem)] overflow-y-auto py-4 pr-2 pl-4">
          <NavGroups current={current} />
        </div>
      </div>
      <div
        ref={popover}
        id={NAV_ID}
        popover="auto"
        className="m-0 h-svh max-h-none w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-ground p-4 text-text backdrop:bg-black/55"
      >
        <NavGroups current={current} />
      </div>
    </>
  );
}

function NavGroups({ current }: { current: AdminPageName | undefined }) {
  return (
    <nav aria-label="Back office">
      {[...NAVIGATION].map(([group, links]) => (
        <div key={group} className="mb-4">
          <h2 className="px-3 pb-1 text-xs font-semibold text-muted">{group}</h2>
          <ul>
            {links.map((link) => (
              <NavItem key={link.label} {...link} current={current} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface NavItemProps {
  label: string;
  icon: LucideIcon;
  /** Where it leads, and the pages below that. */
  pages: readonly AdminPageName[];
  current: AdminPageName | undefined;
}

function NavItem({ label, icon: Icon, pages, current }: NavItemProps) {
  const [first = 'dashboard'] = pages;
  return (
    <li>
      <a
        href={adminHref(first)}
        aria-current={current && pages.includes(current) ? 'page' : undefined}
        className="flex min-h-11 items-center gap-2.5 rounded-lg px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:text-primary-text lg:min-h-9"
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {label}
      </a>
    </li>
  );
}
