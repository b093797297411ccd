import { adminHref, type Language, routes } from '@vesper/contract';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminMutation, useAdminQuery } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, SelectField } from '../../ui/form.tsx';
import { TextLink } from '../../ui/values.tsx';
import { BATCH, RunningBatches, useLanguages, useRuns } from './batches.tsx';

const CHOOSE = 'Please select a language';

/** The dashboard's card: translates the newest videos without a translation. */
export function TranslationsCard() {
  const { languages } = useLanguages();
  const runs = useRuns(5);
  const { data: translator } = useAdminQuery(routes.translations.translator);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAdminMutation(BATCH);
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
        <TextLink className="text-sm font-semibold" href={adminHref('languages')}>
          All languages
        </TextLink>
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
          none="Select a language"
        >
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
      <RunningBatches runs={runs} />
    </Card>
  );
}
