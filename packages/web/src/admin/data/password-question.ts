import { callFailureOf } from '../../data/call-failure.ts';
import { createStore } from './store.ts';

/** The dialog's title. The server's error contains the same words. */
export const GIVE_PASSWORD = 'Please give your password again';

export interface PasswordQuestion {
  /** What the action would do; '' if it always needs the password. */
  why: string;
  /** False if the dialog was closed. */
  answer: (isConfirmed: boolean) => void;
}

export const passwordQuestion = createStore<PasswordQuestion | undefined>(undefined);

export function askPassword(refusal: unknown): Promise<boolean> {
  passwordQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      passwordQuestion.set(undefined);
      resolve(isConfirmed);
    };
    passwordQuestion.set({ why: reasonIn(refusal), answer });
  });
}

export function reasonIn(refusal: unknown): string {
  return callFailureOf(refusal)?.sentence.split(GIVE_PASSWORD)[0]?.trim() ?? '';
}
