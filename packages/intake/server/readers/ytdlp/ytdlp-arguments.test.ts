import { describe, expect, it } from 'vitest';
import { downloadArguments, metadataArguments } from './ytdlp-arguments.ts';

const URL_ = 'https://videos.example/watch/1';
const run = {
  proxyUrl: 'http://run:secret@127.0.0.1:4000',
  extractors: ['generic', 'html5'],
  userAgent: 'VesperBot/0.1 (x@videos.example)',
};
const both = [
  { use: 'reading', args: metadataArguments(URL_, run) },
  { use: 'downloading', args: downloadArguments(URL_, run, { maxBytes: 5000 }) },
];

/** The values that follow a flag. */
function valuesOf(args: string[], flag: string): (string | undefined)[] {
  return args.flatMap((arg, index) => (arg === flag ? [args[index + 1]] : []));
}

describe.each(both)('$use', ({ args }) => {
  it.each([
    '--ignore-config',
    '--no-plugin-dirs',
    '--no-remote-components',
    '--no-js-runtimes',
    '--no-geo-bypass',
    '--no-playlist',
    '--restrict-filenames',
    '--no-cache-dir',
  ])('says %s', (flag) => expect(args.slice(0, args.indexOf('--'))).toContain(flag));

  it('never says what runs programs, reads secrets or files, or writes what a page names', () => {
    const forbidden =
      /^--(?:exec|netrc|cookies|write|enable-file-urls|external-downloader|config|plugin-dirs|remote|js-runtimes|load-info|batch|update|print-to-file|paths|postprocessor|use-postprocessor|merge|remux|recode)/;
    expect(args.filter((arg) => forbidden.test(arg))).toEqual([]);
    expect(args.join(' ')).not.toContain('aria2c');
  });

  it('has the address last, after the end of all options', () => {
    expect(args.slice(-2)).toEqual(['--', URL_]);
    expect(args.indexOf('--')).toBe(args.length - 2);
  });
});

it('an address that looks like an option stays an address', () => {
  expect(metadataArguments('--exec=id', run).slice(-2)).toEqual(['--', '--exec=id']);
});

it('a download resumes an existing part, in one file, within its limits', () => {
  const args = downloadArguments(URL_, run, { maxBytes: 5000, maxBytesPerSecond: 100 });
  expect(args).toContain('--continue');
  expect(valuesOf(args, '--output')).toEqual(['video']);
  expect(valuesOf(args, '--max-filesize')).toEqual(['5000']);
  expect(valuesOf(args, '--limit-rate')).toEqual(['100']);
  expect(valuesOf(args, '--match-filters')).toEqual(['!is_live & playlist_count<=?1']);
  expect(downloadArguments(URL_, run, { maxBytes: 5000 })).not.toContain('--limit-rate');
});
