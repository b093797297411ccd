import { embedCode, frameSize, pageHref, type Video } from '@vesper/contract';
import { useDomainConfig } from '../../data/client-context.tsx';
import { quietButton } from '../../ui/control-classes.ts';
import { copyText } from '../../ui/copy-text.ts';
import { loadToaster } from '../../ui/toast-place.tsx';
import { showToast } from '../../ui/toast-store.ts';

/** Copies the HTML by which another site shows the video, and says so; only where others may. */
export function EmbedButton({ video }: { video: Video }) {
  const { config } = useDomainConfig();
  if (config.embedding.sites === 'nobody') return null;
  const copy = async () => {
    const src = location.origin + pageHref.embed(video.id);
    const code = embedCode({ src, title: video.title, ...frameSize(video) });
    const isCopied = await copyText(code);
    showToast(
      isCopied
        ? { title: 'Embed code copied!', description: 'Paste it into the HTML of another page' }
        : { title: 'The embed code could not be copied', description: code },
    );
  };
  return (
    <button
      type="button"
      className={`${quietButton} nojs:hidden`}
      onClick={copy}
      onPointerEnter={loadToaster}
      onFocus={loadToaster}
    >
      <i className="icon-code-xml" />
      Embed
    </button>
  );
}
