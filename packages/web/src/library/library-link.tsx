import { pageHref } from '@vesper/contract';
import { HatGlasses, LibraryBig } from 'lucide-react';
import { useAddress } from '../shell/address.ts';
import { iconButton } from '../ui/control-classes.ts';
import { usePrivateSession } from './private-session.ts';

/** The link to the library in the header; it also shows a private session. */
export function LibraryLink() {
  const href = pageHref.library();
  const isPrivate = usePrivateSession();
  const Icon = isPrivate ? HatGlasses : LibraryBig;
  return (
    <a
      href={href}
      aria-label={isPrivate ? 'Library, private session is on' : undefined}
      aria-current={useAddress().path === href ? 'page' : undefined}
      className={`${iconButton} relative gap-2 text-sm font-medium aria-[current]:bg-raised aria-[current]:text-primary-text sm:w-auto sm:px-3 nojs:hidden`}
    >
      <Icon aria-hidden className="size-5 sm:size-4" />
      <span className="max-sm:sr-only">Library</span>
      {isPrivate && (
        <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-primary-text" />
      )}
    </a>
  );
}
