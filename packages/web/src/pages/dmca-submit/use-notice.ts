import { CallError, type Client, type DmcaFields, dmcaProblems } from '@vesper/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { callFailureOf } from '../../data/call-failure.ts';
import { useClient } from '../../data/client-context.tsx';
import { loadToaster } from '../../ui/toast-place.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Problems } from '../notice/notice-fields.tsx';
import type { RefusedForm } from '../notice/refused-form.ts';
import { fieldOf, forgetDraft, restoreDraft, saveDraft, textsOf } from './notice-draft.ts';

export interface SubmittedNotice {
  requestId: string;
  email: string;
}

const FAILURE = 'Failed to submit DMCA request. Please try again.';

/** The fields are uncontrolled, so that typing before hydration is not lost; until then the browser posts the form. */
export function useNotice(prefilled: string, refused: RefusedForm | undefined) {
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const isSendingNow = useRef(false);
  const [problems, setProblems] = useState<Problems>(() => new Map(Object.entries(refused?.problems ?? {})));
  const [stage, setStage] = useState<'editing' | 'sending'>('editing');
  const [submitted, setSubmitted] = useState<SubmittedNotice>();
  const [offered, setOffered] = useState('');

  useEffect(() => {
    // Early: once it is needed, the connection may have failed.
    void loadToaster();
    if (form.current) setOffered(restoreDraft(form.current, prefilled));
  }, [prefilled]);

  const takeOffered = () => {
    const address = form.current && fieldOf(form.current, 'infringingUrl');
    if (!form.current || !address) return;
    address.value = offered;
    saveDraft(form.current, prefilled);
    // The focused button disappears.
    address.focus();
    setOffered('');
  };

  const complain = (wrong: Problems) => {
    // Before the focus moves, or a screen reader would not read it.
    flushSync(() => setProblems(wrong));
    [...(form.current?.elements ?? [])].find(isFieldIn(wrong))?.focus();
  };

  const type = (event: FormEvent<HTMLFormElement>) => {
    saveDraft(event.currentTarget, prefilled);
    const name = nameOf(event.target);
    if (problems.has(name)) setProblems(updatedProblems(problems, name, readNotice(event.currentTarget)));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSendingNow.current) return;
    const notice = readNotice(event.currentTarget);
    const wrong = dmcaProblems(notice);
    if (wrong.size > 0) return complain(wrong);
    isSendingNow.current = true;
    setProblems(wrong);
    setStage('sending');
    const proof = fieldOf(event.currentTarget, 'proof')?.value;
    const result = await send(client, { ...notice, ...(proof ? { proof } : {}) });
    isSendingNow.current = false;
    setStage('editing');
    if (result instanceof Map) complain(result);
    else setSubmitted({ requestId: result, email: notice.complainantEmail.trim() });
  };

  return { form, problems, stage, submitted, offered, takeOffered, type, submit };
}

/** Returns the request id, or the server's problems by field. */
async function send(
  client: Client,
  notice: DmcaFields & { proof?: string },
): Promise<string | Map<string, string>> {
  try {
    const { requestId } = await client.takedowns.submit(notice);
    forgetDraft();
    showToast({
      title: 'DMCA Request Submitted',
      description: 'We will review your request within 24-48 hours.',
    });
    return requestId;
  } catch (error) {
    const description = callFailureOf(error)?.sentence ?? FAILURE;
    showToast({ title: 'Submission Failed', description, tone: 'destructive' });
    return new Map(Object.entries(error instanceof CallError ? error.fields : {}));
  }
}

function readNotice(form: HTMLFormElement): DmcaFields {
  const isTicked = (name: string) => (fieldOf(form, name) as HTMLInputElement | null)?.checked === true;
  return {
    ...textsOf(form),
    goodFaithStatement: isTicked('goodFaithStatement'),
    accuracyStatement: isTicked('accuracyStatement'),
  };
}

function updatedProblems(problems: Problems, name: string, notice: DmcaFields): Problems {
  const next = new Map(problems);
  const left = dmcaProblems(notice).get(name);
  if (left) next.set(name, left);
  else next.delete(name);
  return next;
}

function isFieldIn(problems: Problems) {
  return (element: Element): element is HTMLInputElement => problems.has(nameOf(element));
}

function nameOf(target: EventTarget): string {
  return (target as HTMLInputElement).name ?? '';
}
