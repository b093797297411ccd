export interface CaseField {
  label: string;
  /** `addresses`: one a line. `tick`: a statement. */
  type: 'line' | 'text' | 'email' | 'url' | 'addresses' | 'tick' | 'choice';
  /** In characters, of the whole list; not for ticks and choices. */
  max?: number;
  /** Else the form is refused without it: only what it takes to answer, or to find what is meant. */
  isOptional?: true;
  hint?: string;
  /** The value sent, and its words. */
  choices?: Readonly<Record<string, string>>;
  /** Shown if it is missing, instead of "Required". */
  missing?: string;
  /** Optional if another field has this value. */
  unless?: { field: string; is: string };
}

/** Something that a law asks of a notice. */
export interface CaseElement {
  /** Where the law asks for it: `17 U.S.C. 512(c)(3)(A)(i)`. */
  law: string;
  /** To follow "Please send us": `your signature`. */
  words: string;
  /** It takes all of them. */
  fields: readonly string[];
  /** Not needed if a field has this value. */
  unless?: { field: string; is: string };
}

/** Pure data, `as const satisfies CaseKindForm`. */
export interface CaseKindForm {
  /** As in the database and in calls: `intimate_image`. */
  kind: string;
  /** As in addresses: `intimate-image`. */
  slug: string;
  /** In the back office: `Copyright notice`. */
  label: string;
  /** The form's heading. */
  title: string;
  /** Whom the form is for, and what happens then. */
  intro: string;
  /** Where one chooses among the kinds; empty if it is not offered there. */
  choice: string;
  /** On the page of a video that it took off; null if visitors are not told. */
  receipt: {
    /** To follow "after": `a copyright notice`. */
    words: string;
    /** Whether it gives the case's number: not for a restricted kind. */
    hasNumber: boolean;
    /** Whether it links the form of a counter-notice. */
    hasCounterNotice?: true;
  } | null;
  /** In the order of the form. */
  fields: Readonly<Record<string, CaseField>>;
  /** By names that may be stored and asked for. */
  elements: Readonly<Record<string, CaseElement>>;
  /** Names of the fields that every kind has; null without. */
  parts: { name: string | null; email: string | null; addresses: string | null };
}
