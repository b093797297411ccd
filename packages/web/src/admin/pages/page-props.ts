/** What every page of the back office is given: the values of its address. */
export interface AdminPageProps {
  params: Readonly<Record<string, string>>;
}
