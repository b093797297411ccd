import { embedCode, frameSize, pageHref, type Video } from '@vesper/contract';
import { useDomainConfig } from '../../data/client-context.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { loadToaster } from '../../ui/toast-place.tsx';
import { showToast } from '../../ui/toast-store.ts';

/** Touch devices also offer their own sharing. */
export function ShareButton({ video: { id, title } }: { video: Video }) {
  const share = async () => {
    const url = location.origin + pageHref.video(id);
    await copy(url, ['Link copied!', 'Video link copied to clipboard'], 'The link could not be copied');
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      // The link is copied in any case.
      await navigator.share({ title, url }).catch(() => {});
    }
  };
  return <CopyButton word="Share" icon="icon-share-2" onClick={share} />;
}

/** Only where other sites may frame the player. */
export function EmbedButton({ video }: { video: Video }) {
  const { config } = useDomainConfig();
  if (config.embedding.sites === 'nobody') return null;
  const copyCode = () => {
    const src = location.origin + pageHref.embed(video.id);
    const code = embedCode({ src, title: video.title, ...frameSize(video) });
    const done = ['Embed code copied!', 'Paste it into the HTML of another page'] as const;
    return copy(code, done, 'The embed code could not be copied');
  };
  return <CopyButton word="Embed" icon="icon-code-xml" onClick={copyCode} />;
}

/** Shows what could not be copied. */
async function copy(text: string, [title, description]: readonly [string, string], failure: string) {
  const isCopied = await copyText(text);
  showToast(isCopied ? { title, description } : { title: failure, description: text });
}

interface CopyButtonProps {
  word: string;
  icon: string;
  onClick: () => Promise<void>;
}

function CopyButton({ word, icon, onClick }: CopyButtonProps) {
  return (
    <button
      type="button"
      className="button quiet nojs:hidden"
      onClick={onClick}
      onPointerEnter={loadToaster}
      onFocus={loadToaster}
    >
      <i className={icon} />
      {word}
    </button>
  );
}
