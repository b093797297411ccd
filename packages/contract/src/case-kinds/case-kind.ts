/** One field of a kind's form. */
export interface CaseField {
  label: string;
  /** A line, several lines, a list of web addresses (one a line), a statement to tick, or one of `choices`. */
  type: 'line' | 'text' | 'email' | 'url' | 'addresses' | 'tick' | 'choice';
  /** The most characters; of a list, of the whole list. Not for ticks and choices. */
  max?: number;
  /** Otherwise it must be filled in. */
  isOptional?: true;
  hint?: string;
  /** The value sent, and its words. */
  choices?: Readonly<Record<string, string>>;
  /** What is said if it is missing, if not "Required". */
  missing?: string;
  /** Not needed if another field has this value. */
  unless?: { field: string; is: string };
}

/** Something that a law asks of a notice. */
export interface CaseElement {
  /** Where the law asks for it: `17 U.S.C. 512(c)(3)(A)(i)`. */
  law: string;
  /** By what name the sender is asked for it, to follow "Please send us": `your signature`. */
  words: string;
  /** The fields that hold it, all of which it takes. */
  fields: readonly string[];
  /** Not needed if a field has this value. */
  unless?: { field: string; is: string };
}

/** A kind of notice, as form and server know it: pure data, `as const satisfies CaseKindForm`. */
export interface CaseKindForm {
  /** As in the database and in calls: `intimate_image`. */
  kind: string;
  /** As in addresses: `intimate-image`. */
  slug: string;
  /** In the back office: `Copyright notice`. */
  label: string;
  /** The form's heading. */
  title: string;
  /** A sentence or two below the heading: whom the form is for, and what happens then. */
  intro: string;
  /** Where one chooses among the kinds: "Somebody shows intimate images of me". Empty if it is not offered there. */
  choice: string;
  /** What the page of a video that it took off says; null where visitors are not told. */
  receipt: {
    /** To follow "after": `a copyright notice`. */
    words: string;
    /** Whether it gives the case's number; not of a restricted kind. */
    hasNumber: boolean;
    /** Whether it leads to the form of a counter-notice: where the law has one. */
    hasCounterNotice?: true;
  } | null;
  /** In the order of the form. */
  fields: Readonly<Record<string, CaseField>>;
  /** By names that may be stored and asked for. */
  elements: Readonly<Record<string, CaseElement>>;
  /** The fields that every kind has, by their names here. `addresses` is null if none are named. */
  parts: { name: string | null; email: string | null; addresses: string | null };
}
