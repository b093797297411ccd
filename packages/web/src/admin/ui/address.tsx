import { Fragment } from 'react';

/** An address or a name of a file: where it does not fit it breaks after its marks, not in the middle of a word. */
export function Address({ text }: { text: string }) {
  return text.split(/(?<=[/.\-?&=_,:%+#@])(?![/.\-?&=_,:%+#@])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names and do not move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
