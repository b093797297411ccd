import { createStore } from './store.ts';

export interface PasswordQuestion {
  /** True once the right password was given; false if the dialog was closed. */
  answer: (isConfirmed: boolean) => void;
}

export const passwordQuestion = createStore<PasswordQuestion | undefined>(undefined);

/** Opens `PasswordDialog`. */
export function askPassword(): Promise<boolean> {
  passwordQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      passwordQuestion.set(undefined);
      resolve(isConfirmed);
    };
    passwordQuestion.set({ answer });
  });
}
