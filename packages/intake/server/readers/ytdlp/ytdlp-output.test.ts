import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { ProcessError } from '@vesper/core/lib/run-process.ts';
import { expect, it } from 'vitest';
import { ytdlpError } from './ytdlp-output.ts';

const failed = (stderr: string) => new ProcessError('yt-dlp ended with 1.', 1, stderr);

/** The words are those of the program's own source and of runs of it. */
const MAY_PASS = ['timeout', 'connect', 'truncated'];
it.each([
  ['Unsupported URL: http://a.example/', 'no_video', /^None of the allowed yt-dlp extractors/],
  ['[a] 1: Private video. Sign in if you have access', 'unavailable', /signed in\.$/],
  ['[a] 1: This video is not available from your location due to geo restriction', 'unavailable', /country/],
  ['[a] 1: This video is DRM protected', 'unavailable', /DRM/],
  ['[a] 1: Video unavailable. This video has been removed by the uploader', 'unavailable', /no longer/],
  ['[a] 1: No video formats found!; please report this issue on', 'no_video', /no single file/],
  ['[a] 1: Unable to download webpage: The read operation timed out (caused by x)', 'timeout', /in time/],
  ['[a] Unable to download webpage: <urlopen error [Errno 111] Connection refused>', 'connect', /failed/],
  ['Unable to download video: <urlopen error [SSL: CERTIFICATE_VERIFY_FAILED]>', 'tls', /secure/],
  ['Unable to download video data: 100 bytes read, 900 more expected', 'truncated', /stopped early/],
])('%s', (words, code, sentence) => {
  const error = ytdlpError(failed(`WARNING: something else\nERROR: ${words}\n`), undefined);
  expect(error).toMatchObject({ code, kind: MAY_PASS.includes(code) ? 'transient' : 'permanent' });
  expect((error as SourceError).message).toMatch(sentence);
});

it('a refusal of the proxy says more than the status that it looked like', () => {
  const refusal = new SourceError('private_address', 'The address leads to a private network address.');
  expect(ytdlpError(failed('ERROR: HTTP Error 403: Forbidden'), refusal)).toBe(refusal);
  const dns = new SourceError('dns', 'The host name a.example could not be resolved.');
  expect(ytdlpError(failed('ERROR: [generic] HTTP Error 502: Bad Gateway'), dns)).toBe(dns);
  expect(ytdlpError(failed('ERROR: Unsupported URL: x'), dns)).toMatchObject({ code: 'no_video' });
});

it('words that nobody knows are passed on, cleaned and cut', () => {
  const error = ytdlpError(failed(`ERROR: \u001b[31mA new\u0000 fault ${'x'.repeat(9000)}`), undefined);
  expect(error).toMatchObject({ code: 'bad_response', kind: 'permanent' });
  expect((error as SourceError).message).toMatch(/^yt-dlp could not read the address: \[31mA new fault x+$/);
  expect((error as SourceError).message.length).toBeLessThan(400);
});

it('a program that was ended may do better next time; an error that is not its own stays', () => {
  const ended = new ProcessError('yt-dlp ended with SIGKILL.', null, '');
  expect(ytdlpError(ended, undefined)).toMatchObject({ code: 'bad_response', kind: 'transient' });
  const stop = new Error('stop');
  expect(ytdlpError(stop, undefined)).toBe(stop);
});
