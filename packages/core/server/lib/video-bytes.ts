export const SNIFF_BYTES = 512;

/** MP4 or QuickTime, WebM or Matroska, Ogg, AVI, MPEG, FLV, or an HLS playlist. */
export function beginsLikeVideo(bytes: Buffer): boolean {
  const text = bytes.subarray(0, SNIFF_BYTES).toString('latin1');
  const isMp4 = /^(?:ftyp|moov|mdat|free|skip|wide)$/.test(text.slice(4, 8));
  const isTransportStream = bytes[0] === 0x47 && bytes[188] === 0x47 && bytes[376] === 0x47;
  const isOther =
    /^(?:\x1a\x45\xdf\xa3|OggS|RIFF[\s\S]{4}AVI |\x00\x00\x01[\xb3\xba]|FLV\x01|(?:\xef\xbb\xbf)?#EXTM3U)/.test(
      text,
    );
  return isMp4 || isTransportStream || isOther;
}
