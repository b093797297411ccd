import { pageHref } from '@vesper/contract';
import { Share2 } from 'lucide-react';
import { quietButton } from '../../ui/control-classes.ts';
import { copyText } from '../../ui/copy-text.ts';
import { showToast } from '../../ui/toast-store.ts';

export function ShareButton({ id }: { id: string }) {
  const share = async () => {
    const link = location.origin + pageHref.video(id);
    const isCopied = await copyText(link);
    showToast(
      isCopied
        ? { title: 'Link copied!', description: 'Video link copied to clipboard' }
        : { title: 'The link could not be copied', description: link },
    );
  };
  return (
    <button type="button" className={`${quietButton} nojs:hidden`} onClick={share}>
      <Share2 aria-hidden className="size-4" />
      Share
    </button>
  );
}
