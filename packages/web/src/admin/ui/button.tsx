import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { primaryHover } from '../../ui/control-classes.ts';

const LOOKS = {
  primary: `bg-primary text-on-primary ${primaryHover}`,
  quiet: 'border border-line bg-panel text-text hover:bg-raised',
  /** For what cannot be undone. */
  danger: 'border border-danger bg-panel text-danger hover:bg-raised',
  plain: 'text-muted hover:bg-raised hover:text-text',
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
  /** `small` is for table rows. */
  size?: 'regular' | 'small';
  icon?: LucideIcon;
  /** Shows a spinner and ignores clicks. It stays in the order of focus: keyboards would lose their place. */
  isBusy?: boolean;
}

export function Button({
  look = 'quiet',
  size = 'regular',
  icon: Icon,
  isBusy = false,
  onClick,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  const Shown = isBusy ? LoaderCircle : Icon;
  return (
    <button
      type="button"
      {...rest}
      // Of a submit button, too: the form is not sent.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={`inline-flex items-center justify-center gap-2 rounded-lg font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ${
        size === 'small' ? 'min-h-9 px-2.5 text-xs max-sm:min-h-11' : 'min-h-11 px-4 text-sm'
      } ${LOOKS[look]} ${className}`}
    >
      {Shown && <Shown aria-hidden className={`size-4 shrink-0 ${isBusy ? 'animate-spin' : ''}`} />}
      {children}
    </button>
  );
}

interface RowButtonProps extends Omit<ButtonProps, 'size' | 'children'> {
  /** What it does; an icon is shown instead of the word. */
  word: string;
  /** What it does it to, for screen readers. */
  row: string;
}

/** A button of a table's or list's row. */
export function RowButton({ word, row, icon, ...button }: RowButtonProps) {
  return (
    <Button size="small" aria-label={`${word} ${row}`} {...(icon && { icon, look: 'plain' })} {...button}>
      {icon ? undefined : word}
    </Button>
  );
}
