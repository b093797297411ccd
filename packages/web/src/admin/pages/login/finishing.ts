/** The callbacks of each second step. */
export interface Finishing {
  isDone: boolean;
  onDone: () => void;
  /** Returns true if it has handled the failure. */
  onFailure: (error: unknown) => boolean;
}
