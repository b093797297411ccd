/** The parameters of a page's address. */
export interface AdminPageProps {
  params: Readonly<Record<string, string>>;
}
