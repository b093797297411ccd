import { pageHref } from '@vesper/contract';
import { quietButton } from '../../ui/control-classes.ts';
import { copyText } from '../../ui/copy-text.ts';
import { loadToaster } from '../../ui/toast-place.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface ShareButtonProps {
  id: string;
  title: string;
}

/** Copies the link and says so; touch devices also offer their own sharing. */
export function ShareButton({ id, title }: ShareButtonProps) {
  const share = async () => {
    const link = location.origin + pageHref.video(id);
    const isCopied = await copyText(link);
    showToast(
      isCopied
        ? { title: 'Link copied!', description: 'Video link copied to clipboard' }
        : { title: 'The link could not be copied', description: link },
    );
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      // If the sheet is closed or not allowed, the link is copied anyway.
      await navigator.share({ title, url: link }).catch(() => {});
    }
  };
  return (
    <button
      type="button"
      className={`${quietButton} nojs:hidden`}
      onClick={share}
      onPointerEnter={loadToaster}
      onFocus={loadToaster}
    >
      <i className="icon-share-2" />
      Share
    </button>
  );
}
