/**
 * Containers that hold their own data. Never add hls, dash, concat, image2, sdp and their kin: with them, a playlist
 * named .mp4 makes ffmpeg read other local files, whatever the protocol whitelist says.
 */
const FORMATS = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  ...['avi', 'flv', 'mpegts', 'mpeg', 'asf'],
] as const;

/** Well-tested decoders of ffmpeg's own, by ffprobe's names. */
export const VIDEO_CODECS: ReadonlySet<string> = new Set([
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'h263', 'theora', 'mjpeg', 'prores', 'dnxhd', 'dvvideo'],
  ...['flv1', 'vp6', 'vp6f', 'msmpeg4v2', 'msmpeg4v3', 'wmv1', 'wmv2', 'wmv3', 'vc1'],
]);

export const AUDIO_CODECS: ReadonlySet<string> = new Set([
  ...['aac', 'mp3', 'opus', 'vorbis', 'mp1', 'mp2', 'ac3', 'eac3', 'dts', 'flac', 'alac'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_alaw'],
  ...['pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'nellymoser', 'speex'],
  ...['wmav1', 'wmav2', 'wmapro', 'amrnb', 'amrwb', 'truehd', 'mlp'],
]);

/** Dropped streams: ffprobe refuses a file if it may not open one of them. */
const LEFT_BEHIND = [
  ...['srt', 'subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text', 'dvdsub', 'dvbsub', 'pgssub', 'cc_dec'],
  ...['png', 'bmp', 'gif', 'webp'],
];

/** Decoders whose names differ from their codecs'. */
const DECODERS = [
  ...['libopenh264', 'libdav1d', 'libaom-av1', 'libvpx', 'libvpx-vp9', 'flv', 'msmpeg4'],
  ...['mp3float', 'mp2float', 'mp1float', 'dca', 'libfdk_aac', 'aac_fixed', 'libopus', 'libspeex'],
];

/** Slightly more than 8K: larger headers of a few bytes ask for gigabytes. */
export const MOST_PIXELS = 36_000_000;

/**
 * Arguments before every `-i`. `enable_drefs` and `use_absolute_path`, by which a mov names data in other files, are off
 * by default and must stay off.
 */
export const SAFE_INPUT: readonly string[] = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', FORMATS.join(',')],
  ...['-codec_whitelist', [...VIDEO_CODECS, ...AUDIO_CODECS, ...DECODERS, ...LEFT_BEHIND].join(',')],
  ...['-max_pixels', String(MOST_PIXELS), '-max_streams', '100'],
  ...['-probesize', '10000000', '-analyzeduration', '10000000'],
];
