export interface CaseField {
  label: string;
  /** `addresses`: one per line. `tick`: a statement. */
  type: 'line' | 'text' | 'email' | 'url' | 'addresses' | 'tick' | 'choice';
  /** In characters, of the whole list; not for ticks and choices. */
  max?: number;
  /** Required otherwise: only what is needed to reply, or to find the content. */
  isOptional?: true;
  hint?: string;
  /** Labels by submitted value. */
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
  /** All are required. */
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
  /** Who the form is for, and what happens next. */
  intro: string;
  /** In the list of kinds; empty if not offered there. */
  choice: string;
  /** On the page of a video it took down; null if visitors are not told. */
  receipt: {
    /** To follow "after": `a copyright notice`. */
    words: string;
    /** Whether the case's number is shown; not for restricted kinds. */
    hasNumber: boolean;
    /** Whether the counter-notice form is linked. */
    hasCounterNotice?: true;
  } | null;
  /** In the order of the form. */
  fields: Readonly<Record<string, CaseField>>;
  /** By name, as stored and requested. */
  elements: Readonly<Record<string, CaseElement>>;
  /** Names of the fields common to all kinds; null if absent. */
  parts: { name: string | null; email: string | null; addresses: string | null };
}
