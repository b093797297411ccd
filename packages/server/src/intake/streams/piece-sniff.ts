import { SourceError } from '../../kernel/lib/outbound/source-error.ts';

const SYNC = 0x47;
const PACKET_BYTES = 188;
/** ISO/IEC 14496-12 and its segments. */
const BOX = /^(?:ftyp|styp|moov|moof|sidx|ssix|emsg|prft|free|skip|mdat|wide|uuid)$/;
/** Matroska's header and cluster (RFC 9559, section 5.1). */
const MATROSKA = [0x1a45dfa3, 0x1f43b675];

/**
 * Throws SourceError unless bytes begin like a piece of an MPEG transport stream, an MP4 or a WebM. Of a file in byte
 * ranges, only the first piece need begin like one.
 */
export function requirePiece(head: Buffer, { isFirst }: { isFirst: boolean }): void {
  if (!isFirst || isTransportStream(head) || BOX.test(head.toString('latin1', 4, 8))) return;
  if (head.length >= 4 && MATROSKA.includes(head.readUInt32BE(0))) return;
  if (head.toString('latin1', 0, 3) === 'ID3' || isAdts(head))
    throw new SourceError(
      'not_video',
      'The sound of the stream comes as a bare AAC or MP3 file, which is not accepted.',
    );
  throw new SourceError('not_video', 'The stream does not consist of pieces of a film.');
}

function isTransportStream(head: Buffer): boolean {
  return head[0] === SYNC && (head.length <= PACKET_BYTES || head[PACKET_BYTES] === SYNC);
}

/** Twelve bits of ones, then layer 0. */
function isAdts(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;
}
