/** What XML 1.0 cannot hold even as a reference (its section 2.2): most control characters, half pairs, two others. */
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;
const MARKUP = /[&<>"']/;

/** Text for an element or a quoted attribute of XML 1.0, or of HTML; half a character that a cut has left is dropped. */
export function markupText(text: string): string {
  const marked = MARKUP.test(text) ? text.replace(/[&<>"']/g, referenceTo) : text;
  return marked.replace(NO_CHARACTER, '');
}

function referenceTo(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
