import { expect, test } from 'vitest';
import { readCsvWords } from './csv-words.ts';

test('fills drafts by file name', async () => {
  const text = `\uFEFFFile;Title;Tags;Publish_at;Studio
Waves\\Slow.MP4;"Slow; ""violet"" waves";"waves, violet";2026-12-24 18:00Z;ours
rings.mp4;;;hidden;
`;
  const { drafts, problems } = await readCsvWords(text);
  expect([...drafts]).toEqual([
    [
      'waves/slow.mp4',
      {
        ...{ title: 'Slow; "violet" waves', tags: ['waves', 'violet'] },
        ...{ publish: 'later', publishAt: '2026-12-24T18:00:00.000Z' },
      },
    ],
    ['rings.mp4', { publish: 'hidden', publishAt: null }],
  ]);
  expect(problems).toEqual([]);
});

test('leaves out what cannot be used, hides a film with a bad date, and says why', async () => {
  const { drafts, problems } = await readCsvWords(
    'name,title,language,date,constructor\na.mp4,A,english,soon,x\n',
  );
  expect([...drafts]).toEqual([['a.mp4', { title: 'A', publish: 'hidden', publishAt: null }]]);
  expect(problems).toEqual([
    'a.mp4: "english" is not a language code, such as en.',
    'a.mp4: "soon" is not a time, such as 2026-12-24 18:00. The film stays hidden.',
  ]);
  expect((await readCsvWords('title\n"A')).problems[0]).toMatch(/^It cannot be read as CSV\. /);
  expect((await readCsvWords('title\nA')).problems).toEqual(['It names no file in a column "file".']);
});
