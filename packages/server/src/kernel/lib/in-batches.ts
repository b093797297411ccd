/**
 * Answers many questions with few queries: those that arrive while a batch is being answered make up the next one, of at
 * most `most`. A lone question is asked at once. When a batch fails, all of its questions do.
 */
export function inBatches<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isAnswering = false;

  async function answerAll(): Promise<void> {
    isAnswering = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await answer(batch.map(({ question }) => question));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isAnswering = false;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isAnswering) void answerAll();
    });
}
