import { describe, expect, test } from 'vitest';
import type { Translator } from './translator.ts';

const never = new AbortController().signal;

const AWKWARD_TEXTS = [
  '<b>Blue</b> <script>alert(1)</script> & &amp; &#x27;chart',
  'blue ^chart<n>$ / \\ @home * star # hash [bracket] {brace} ~ tilde | pipe',
  '[<STREAMCMD:SETVAR:x>] blue [[t:b:123456]]chart[[/]]',
  '^blue<adj><mf>/azul<adj>$',
  'blue 100001 chart',
  '[unclosed blue',
  'closed] blue }{ \\',
  '$(id) `ls` %s ; blue',
  'blue\u0001\u001b[31m chart\u0007\u0085',
  'blue 😀 👩‍👩‍👧 chart 🇪🇸',
  'שלום blue العربية',
  '\u202eblue\u202c chart\u200b',
  '分形 blue ภาษาไทย',
  'e\u0301clair blue',
  `blue ${'chart '.repeat(1600)}`,
  `blue${'x'.repeat(9000)}`,
  '-u eng-spa /etc/passwd blue',
];

/** From English into Spanish. */
export function testTranslator(name: string, make: () => Translator): void {
  describe(name, () => {
    test('lists the languages it translates into', async () => {
      expect(await make().supported(['es', 'xx', 'tlh'], never)).toEqual(['es']);
    });

    test('translates all given texts, in their order', async () => {
      const colours = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 'A blue chart' : 'A red chart'));
      const translated = await make().translate(colours, 'es', never);
      expect(translated).toHaveLength(60);
      translated.forEach((text, n) => {
        expect(text, colours[n]).toMatch(n % 3 === 0 ? /azul/i : /rojo/i);
        expect(text).not.toMatch(/[*#@]/);
      });
    });

    test('keeps line breaks, and texts without a letter as they are', async () => {
      const texts = ['A blue chart\n\nA red chart\nhttps://charts.test', '', '12 : 34 !', '\n', '✨'];
      const translated = await make().translate(texts, 'es', never);
      expect(translated.map((text) => text.split('\n').length)).toEqual([4, 1, 1, 2, 1]);
      expect(translated[0]).toMatch(/azul.*\n\n.*rojo/i);
      expect(translated.slice(1)).toEqual(texts.slice(1));
      expect(await make().translate([], 'es', never)).toEqual([]);
    });

    test('treats any text as text', async () => {
      const translated = await make().translate([...AWKWARD_TEXTS, 'A red chart'], 'es', never);
      expect(translated).toHaveLength(AWKWARD_TEXTS.length + 1);
      expect(translated.at(-1)).toMatch(/rojo/i);
      const blue = AWKWARD_TEXTS.map((text, n) => [text, translated[n] ?? ''] as const);
      for (const [text, given] of blue.filter(([one]) => /\bblue\b/i.test(one)))
        expect(given, text.slice(0, 60)).toMatch(/azul/i);
      expect(translated[6]).toContain('}{ \\');
      expect(translated[1]).toMatch(/\^.*\$ \/ \\ @.* \* .* # .*\[.*\] \{.*\} ~ .*\|/);
    });

    test('refuses an unknown language, with a sentence', async () => {
      await expect(make().translate(['A blue chart'], 'tlh', never)).rejects.toMatchObject({
        name: 'TranslatorError',
        kind: 'refused',
        message: expect.stringMatching(/tlh.*\.$/),
      });
    });

    test('stops when aborted', async () => {
      const controller = new AbortController();
      const translated = make().translate(['A blue chart'], 'es', controller.signal);
      controller.abort(new Error('No longer wanted.'));
      await expect(translated).rejects.toThrow('No longer wanted.');
    });
  });
}
