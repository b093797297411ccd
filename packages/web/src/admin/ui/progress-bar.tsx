/** A progress bar in percent, or indeterminate without one; `label` names it. */
export function ProgressBar({ percent, label }: { percent: number | undefined; label: string }) {
  return (
    <progress
      max={100}
      {...(percent === undefined ? {} : { value: percent })}
      aria-label={label}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
    />
  );
}
