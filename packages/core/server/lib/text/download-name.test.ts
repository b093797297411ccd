import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadDisposition, downloadName } from './download-name.ts';

describe('a download', () => {
  test.each([
    ['Zone plate', 'Zone plate.mp4'],
    ['منحنى التنين', 'منحنى التنين.mp4'],
    ['Cafe\u0301', 'Café.mp4'],
    ['../../etc/passwd', 'etc-passwd.mp4'],
    ['He said "spin"; filename=x.exe', "He said 'spin'; filename=x.exe.mp4"],
    ['line\r\nset-cookie: a=b', 'line set-cookie-a=b.mp4'],
    ['Where? *Here* <now> | later', 'Where Here now - later.mp4'],
    ['harmless\u202E4pm.exe', 'harmless4pm.exe.mp4'],
    ['NUL\u0000byte', 'NUL byte.mp4'],
    ['con', '_con.mp4'],
    ['.hidden', 'hidden.mp4'],
    ['The end...', 'The end.mp4'],
    ['', 'video.mp4'],
    ['\u202E\u200D', 'video.mp4'],
  ])('of %j is called %j', (title, name) => {
    expect(downloadName(title, 'mp4')).toBe(name);
  });

  test('has the ending of its file, and a length that every file system takes', () => {
    expect(downloadName('Plain', 'webm')).toBe('Plain.webm');
    const long = downloadName('分'.repeat(500), 'mp4');
    expect(long).toMatch(/^分+\.mp4$/);
    expect(Buffer.byteLength(long)).toBeGreaterThan(180);
    // Graphemes are kept whole.
    expect(downloadName(`${'a'.repeat(198)}👩‍👩‍👧`, 'mp4')).toBe(`${'a'.repeat(198)}.mp4`);
  });

  test('is named for old and new browsers', () => {
    expect(downloadDisposition('Zone plate.mp4')).toBe('attachment; filename="Zone plate.mp4"');
    expect(downloadDisposition('Crème brûlée.mp4')).toBe(
      `attachment; filename="Creme brulee.mp4"; filename*=UTF-8''Cr%C3%A8me%20br%C3%BBl%C3%A9e.mp4`,
    );
    expect(downloadDisposition('分形.mp4')).toBe(
      `attachment; filename=video.mp4; filename*=UTF-8''%E5%88%86%E5%BD%A2.mp4`,
    );
    expect(downloadDisposition('100 %41.mp4')).toContain('filename="100 _41.mp4"; filename*=');
  });

  test('never breaks out of its name or header', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'a."\\/:%;=\r\n\u202e\u2066\u0000 ~-'), maxLength: 40 }),
    );
    fc.assert(
      fc.property(title, (text) => {
        const name = downloadName(text, 'mp4');
        expect(name).toMatch(/^[^.\s].*\.mp4$/su);
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}"/\\:*?<>|]|[. ]\.mp4$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
        const header = downloadDisposition(name);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: name } });
      }),
      { numRuns: 500 },
    );
  });
});
