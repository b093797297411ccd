import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ButtonHTMLAttributes, useState } from 'react';

const LOOKS = {
  primary: 'primary primary-hover',
  quiet: 'border border-line bg-panel text-text hover:bg-raised',
  /** For actions that cannot be undone. */
  danger: 'border border-danger bg-panel text-danger hover:bg-raised',
  plain: 'text-muted hover:bg-raised hover:text-text',
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
  /** `small` is for table rows. */
  size?: 'regular' | 'small';
  icon?: LucideIcon;
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean;
}

export function Button({
  look = 'quiet',
  size = 'regular',
  icon: Icon,
  isBusy = false,
  disabled = false,
  onClick,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const isOff = disabled || isBusy;
  const Shown = isBusy ? LoaderCircle : Icon;
  return (
    <button
      type="button"
      {...rest}
      onFocus={(event) => {
        setHasFocus(true);
        rest.onFocus?.(event);
      }}
      onBlur={(event) => {
        setHasFocus(false);
        rest.onBlur?.(event);
      }}
      // Disabling a focused button, as by its own click, would lose the keyboard's place on the page.
      disabled={isOff && !hasFocus}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={`inline-flex items-center justify-center gap-2 rounded-lg font-semibold transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ${
        size === 'small' ? 'min-h-9 px-2.5 text-xs max-sm:min-h-11' : 'min-h-11 px-4 text-sm'
      } ${LOOKS[look]} ${className}`}
    >
      {Shown && <Shown aria-hidden className={`size-4 shrink-0 ${isBusy ? 'animate-spin' : ''}`} />}
      {children}
    </button>
  );
}

interface RowButtonProps extends Omit<ButtonProps, 'size' | 'children'> {
  /** Replaced by the icon, if there is one. */
  word: string;
  /** What it acts on, for screen readers. */
  row: string;
}

export function RowButton({ word, row, icon, ...button }: RowButtonProps) {
  return (
    <Button size="small" aria-label={`${word} ${row}`} {...(icon && { icon, look: 'plain' })} {...button}>
      {icon ? undefined : word}
    </Button>
  );
}
