/**
 * Makes it harder to inspect and copy what the site plays (specification, section 9). It deters the curious
 * only: what protects the videos are the signed addresses. Selecting text, fields and every other key stay as
 * they are. Importing this file switches it on, for the life of the page.
 */

/** Letters of the developer tools' shortcuts. */
const TOOL_LETTERS = new Set(['i', 'j', 'c']);

document.addEventListener('contextmenu', (event) => {
  // Pasting and spelling need the menu, and so do some ways of typing.
  if (!isField(event.target)) event.preventDefault();
});
document.addEventListener('dragstart', (event) => {
  if (!isField(event.target)) event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  if (opensTools(event)) event.preventDefault();
});
console.log(
  '%cVideo sources are protected. Unauthorized access is prohibited.',
  'color: #d00; font-size: 1.25rem; font-weight: bold',
);

function opensTools({ key, code, ctrlKey, shiftKey, metaKey, altKey }: KeyboardEvent): boolean {
  // A browser that fills in a form sends key events without a key.
  const letter = (key ?? '').toLowerCase();
  if (key === 'F12') return true;
  if (ctrlKey && !shiftKey && !altKey && letter === 'u') return true;
  if (ctrlKey && shiftKey) return TOOL_LETTERS.has(letter);
  // With Alt held, a Mac's keys give other characters; the place of the key still tells.
  return metaKey && altKey && TOOL_LETTERS.has(code.replace('Key', '').toLowerCase());
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}
