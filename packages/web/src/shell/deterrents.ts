/** Deters only the curious: signed addresses protect the videos. */
export function deterCopying(): void {
  for (const type of ['contextmenu', 'dragstart'])
    document.addEventListener(type, (event) => {
      // Pasting, spell checking and some input methods need the menu.
      if (!isField(event.target)) event.preventDefault();
    });
  document.addEventListener('keydown', (event) => {
    if (opensTools(event)) event.preventDefault();
  });
  console.log(
    '%cVideo sources are protected. Unauthorized access is prohibited.',
    'color: #d00; font-size: 1.25rem; font-weight: bold',
  );
}

const TOOL_LETTERS = new Set(['i', 'j', 'c']);

function opensTools({ key, code, ctrlKey, shiftKey, metaKey, altKey }: KeyboardEvent): boolean {
  // Autofill sends key events without a key.
  const letter = (key ?? '').toLowerCase();
  if (key === 'F12') return true;
  if (ctrlKey && !shiftKey && !altKey && letter === 'u') return true;
  if (ctrlKey && shiftKey) return TOOL_LETTERS.has(letter);
  // With Alt held, a Mac's keys give other characters; `code` names the key.
  return metaKey && altKey && TOOL_LETTERS.has(code.replace('Key', '').toLowerCase());
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}
