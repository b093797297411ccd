import type { Video } from '@vesper/contract';
import { useEffect, useState } from 'react';
import { useAgeConfirmed } from '../age-gate/age-confirmed.ts';
import { signedThumbnailQuery } from '../data/catalogue-queries.ts';
import { useClient } from '../data/client-context.tsx';
import { useAnswer } from '../data/use-answer.ts';
import { inWidth } from '../ui/picture-width.ts';

/** The signed thumbnail once it has loaded; until then, and after a failure, the video's own. */
export function usePoster(video: Video): string {
  const isAllowed = useAgeConfirmed();
  const { data } = useAnswer(signedThumbnailQuery(useClient(), video.id), { wait: !isAllowed });
  const signedUrl = data && inWidth(data.signedUrl, 1280);
  const [loadedUrl, setLoadedUrl] = useState<string>();
  useEffect(() => {
    if (!signedUrl) return;
    const picture = new Image();
    picture.onload = () => setLoadedUrl(signedUrl);
    picture.src = signedUrl;
    return () => {
      picture.onload = null;
    };
  }, [signedUrl]);
  return loadedUrl && loadedUrl === signedUrl ? loadedUrl : inWidth(video.thumbnailUrl, 1280);
}
