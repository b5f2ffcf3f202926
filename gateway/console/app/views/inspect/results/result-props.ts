/** What the view of a result gets. */
export interface ResultProps<Result> {
  readonly result: Result
  /** The parameters of the call by the API's names; only `url` where the rest is unknown. */
  readonly parameters: Readonly<Record<string, string>>
}
