import { adminHref, type Language, routes } from '@vesper/contract';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { RunProgress } from './run-progress.tsx';
import { useBatch, useRuns } from './use-batch.ts';
import { useLanguages } from './use-languages.ts';

const CHOOSE = 'Please select a language';

/** The dashboard's card: translates the newest videos without a translation. */
export function TranslationsCard() {
  const { languages } = useLanguages();
  const { runs } = useRuns({ limit: 5 });
  const { data: translator } = useAdminQuery(routes.translations.translator);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useBatch();
  const offered = languages?.filter(({ enabled }) => enabled) ?? [];
  const isThere = offered.some((language) => language.code === code);
  const remarkOn = ({ code: its, isOriginal, nativeName }: Language) => {
    if (isOriginal) return 'the originals';
    const isUnknown = translator?.name && !translator.languageCodes.includes(its);
    return isUnknown ? `${nativeName}; not supported by the translator` : nativeName;
  };
  const submit = () => {
    setProblem(isThere ? undefined : CHOOSE);
    if (isThere) void run({ languageCode: code });
    else showToast({ title: 'Error', description: CHOOSE, tone: 'destructive' });
  };
  return (
    <Card
      title="Video Translations"
      icon={Languages}
      about="Translates the titles and descriptions of the newest videos that lack a translation."
      actions={
        <a className="text-sm font-semibold text-primary-text hover:underline" href={adminHref('languages')}>
          All languages
        </a>
      }
    >
      <Form noValidate onSubmit={submit}>
        <SelectField
          label="Target language"
          value={isThere ? code : ''}
          error={problem}
          onChange={({ target }) => {
            setCode(target.value);
            setProblem(undefined);
          }}
        >
          <option value="">Select a language</option>
          {offered.map((language) => (
            <option key={language.code} value={language.code} disabled={language.isOriginal}>
              {language.name} ({remarkOn(language)})
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" isBusy={isRunning}>
          Translate Videos
        </Button>
      </Form>
      <div className="mt-4 flex flex-col gap-3">
        {runs
          ?.filter(({ state }) => state === 'running')
          .map((one) => (
            <RunProgress key={one.id} run={one} />
          ))}
      </div>
    </Card>
  );
}
