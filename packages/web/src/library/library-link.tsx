import { pageHref } from '@vesper/contract';
import { useAddress } from '../data/address.ts';
import { usePrivateSession } from './private-session.ts';

export function LibraryLink() {
  const href = pageHref.library();
  const isPrivate = usePrivateSession();
  return (
    <a
      href={href}
      aria-label={isPrivate ? 'Library, private session is on' : undefined}
      aria-current={useAddress().path === href ? 'page' : undefined}
      className="icon-button header-link relative nojs:hidden"
    >
      <i className={isPrivate ? 'icon-hat-glasses' : 'icon-library-big'} />
      <span className="max-sm:sr-only">Library</span>
      {isPrivate && (
        <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-primary-text" />
      )}
    </a>
  );
}
