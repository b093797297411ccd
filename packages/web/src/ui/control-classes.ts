/** Class lists of controls that several parts share. */
export const iconButton =
  'inline-flex size-11 items-center justify-center rounded-lg text-muted transition-colors hover:bg-raised hover:text-text';

const button = 'inline-flex items-center justify-center gap-2 rounded-lg font-semibold transition-colors';
const regular = 'min-h-11 px-4 text-sm';
const large = 'min-h-12 px-5 text-base';

/** Added to clickable elements with the primary colour as background. */
export const primaryHover = 'hover:bg-[color-mix(in_oklab,var(--primary),var(--text)_8%)]';

const primary = `${button} bg-primary text-on-primary ${primaryHover}`;
const quiet = `${button} border border-line bg-panel text-text hover:bg-raised`;

export const primaryButton = `${primary} ${regular}`;
export const largePrimaryButton = `${primary} ${large}`;
export const quietButton = `${quiet} ${regular}`;
export const largeQuietButton = `${quiet} ${large}`;
