import type { Refusals, RefusedLanguage } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { languageName } from './term-words.ts';

/** What each language has; the terms that came with the program can be switched off by language. */
export function LanguagesCard({ refusals }: { refusals: Refusals }) {
  return (
    <Card
      title="Languages"
      about="The terms that came with the program are few and plain: add those that people use where your visitors are."
    >
      <ul className="grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2">
        {refusals.languages.map((language) => (
          <Language key={language.language} language={language} refusals={refusals} />
        ))}
      </ul>
    </Card>
  );
}

function Language({ language: of, refusals }: { language: RefusedLanguage; refusals: Refusals }) {
  const { language, seeded, isSeedOn, own, never } = of;
  const name = languageName(language);
  const off = refusals.languages.filter((one) => !one.isSeedOn).map((one) => one.language);
  const { run, isRunning } = useAdminMutation({
    run: (client) =>
      client.refusals.change({
        version: refusals.version,
        offLanguages: isSeedOn ? [...off, language] : off.filter((one) => one !== language),
      }),
    failure: 'The terms could not be switched.',
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1.5">
      <span>
        <span className="font-medium">{name}</span>{' '}
        <span className="text-xs text-muted">
          {formatCount(seeded)} seeded{seeded > 0 && !isSeedOn && ' (off)'}, {formatCount(own)} yours
          {never > 0 && `, ${formatCount(never)} never refused`}
        </span>
      </span>
      {seeded > 0 && (
        <RowButton
          word={isSeedOn ? 'Switch off' : 'Switch on'}
          row={`the seeded terms of ${name}`}
          look="plain"
          isBusy={isRunning}
          onClick={() => void run()}
        />
      )}
    </li>
  );
}
