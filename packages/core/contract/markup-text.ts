/** Characters that XML 1.0 (section 2.2) forbids, even as references. */
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;
/** A quick check; complete surrogate pairs match too. */
const REMARKABLE = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** For an element or a quoted attribute of XML 1.0 or HTML. Drops lone surrogates, left by truncation. */
export function markupText(text: string): string {
  if (!REMARKABLE.test(text)) return text;
  return text.replace(/[&<>"']/g, referenceTo).replace(NO_CHARACTER, '');
}

function referenceTo(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
