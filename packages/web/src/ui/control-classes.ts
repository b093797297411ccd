/** Class lists of controls that several parts share; styles/controls.css says what they look like. */
export const iconButton = 'icon-button';

/** Added to clickable elements of the class `primary`; a utility for the background would win over it. */
export const primaryHover = 'primary-hover';

const primary = `button primary ${primaryHover}`;
const quiet = 'button quiet';

export const primaryButton = primary;
export const largePrimaryButton = `${primary} button-large`;
export const quietButton = quiet;
export const largeQuietButton = `${quiet} button-large`;
