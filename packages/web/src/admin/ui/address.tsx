import { Fragment } from 'react';

/** An address or file name, with line breaks allowed after punctuation rather than within words. */
export function Address({ text }: { text: string }) {
  return text.split(/(?<=[/.\-?&=_,:%+#@])(?![/.\-?&=_,:%+#@])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names and do not move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
