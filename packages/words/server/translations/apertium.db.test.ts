import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { hasNoApertium } from '../../../test/apertium.ts';
import { createApertium } from './apertium.ts';
import { testTranslator } from './translator.suite.ts';

// A database test, because only script/test installs the program.
if (!hasNoApertium) testTranslator('Apertium', () => createApertium());

const never = new AbortController().signal;

test.skipIf(hasNoApertium)('a title comes out clean, whatever of it Apertium does not know', async () => {
  const titles = ['A slow fractal of blue gradients', 'Zorkly test chart in 4K'];
  expect(await createApertium().translate(titles, 'es', never)).toEqual([
    'Un lento fractal de gradientes azules',
    expect.stringMatching(/^Zorkly mapa de prueba/i),
  ]);
});

test.skipIf(hasNoApertium)('nothing is left of its files', async () => {
  const ours = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('vesper-apertium-'));
  const before = await ours();
  await createApertium().translate(['A blue chart'], 'es', never);
  expect((await ours()).filter((name) => !before.includes(name))).toEqual([]);
});

test('if it is not installed, a sentence says what to do', async () => {
  const missing = createApertium({ program: 'apertium-that-nobody-has' });
  for (const attempt of [missing.supported(['es'], never), missing.translate(['A chart'], 'es', never)])
    await expect(attempt).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/install Apertium/),
    });
});
