import { type RefObject, startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { installRenditions, renditionsOf } from '../source/video-renditions.ts';

type ControlsModule = typeof import('./player-controls.tsx');

let loaded: ControlsModule | undefined;

export function useControls(): {
  Controls?: ControlsModule['PlayerControls'] | undefined;
  haveFailed: boolean;
} {
  const [haveFailed, setHaveFailed] = useState(false);
  const [controls, setControls] = useState(() => loaded?.PlayerControls);
  useEffect(() => {
    let isWanted = true;
    installRenditions();
    import('./player-controls.tsx').then(
      (module) => {
        loaded = module;
        // In slices: there are many, and the page must stay responsive.
        if (isWanted) startTransition(() => setControls(() => module.PlayerControls));
      },
      () => setHaveFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return { Controls: controls, haveFailed };
}

export function useHasQualities(video: RefObject<HTMLVideoElement | null>): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const renditions = video.current ? renditionsOf(video.current) : undefined;
      renditions?.addEventListener('addrendition', onChange);
      renditions?.addEventListener('removerendition', onChange);
      return () => {
        renditions?.removeEventListener('addrendition', onChange);
        renditions?.removeEventListener('removerendition', onChange);
      };
    },
    () => video.current !== null && renditionsOf(video.current).length > 1,
    () => false,
  );
}
