/** What XML 1.0 cannot hold even as a reference (its section 2.2): most control characters, half pairs, two others. */
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;
/** What might be either: any half of a pair is looked at again. */
const REMARKABLE = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text for an element or a quoted attribute of XML 1.0, or of HTML; half a character that a cut has left is dropped. */
export function markupText(text: string): string {
  if (!REMARKABLE.test(text)) return text;
  return text.replace(/[&<>"']/g, referenceTo).replace(NO_CHARACTER, '');
}

function referenceTo(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
