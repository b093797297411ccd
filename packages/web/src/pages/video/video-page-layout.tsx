import type { ReactNode } from 'react';

interface VideoPageLayoutProps {
  player: ReactNode;
  details: ReactNode;
  aside: ReactNode;
}

export function VideoPageLayout({ player, details, aside }: VideoPageLayoutProps) {
  return (
    <div className="mx-auto grid w-full max-w-[108rem] gap-x-8 sm:px-6 sm:pt-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:px-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0">
        {player}
        <div className="px-4 pt-4 sm:px-0">{details}</div>
      </div>
      <div className="min-w-0 px-4 pt-10 sm:px-0 lg:pt-0">{aside}</div>
    </div>
  );
}

export function VideoPageSkeleton() {
  return (
    <div aria-hidden data-skeleton="video">
      <VideoPageLayout
        player={<div className="skeleton aspect-video max-h-[min(78svh,56rem)] w-full sm:rounded-xl" />}
        details={
          <>
            <div className="skeleton h-7 w-3/4 rounded-md" />
            <div className="skeleton mt-3 h-5 w-48 rounded-sm" />
            <div className="skeleton mt-5 h-24 rounded-xl" />
          </>
        }
        aside={<RelatedSkeleton />}
      />
    </div>
  );
}

export function RelatedSkeleton() {
  return (
    <div aria-hidden data-skeleton="related" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="grid grid-cols-[minmax(9rem,42%)_1fr] gap-3">
          <div className="skeleton aspect-video rounded-lg" />
          <div>
            <div className="skeleton h-3.5 rounded-sm" />
            <div className="skeleton mt-2 h-3.5 w-2/3 rounded-sm" />
            <div className="skeleton mt-3 h-3 w-1/2 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  );
}
