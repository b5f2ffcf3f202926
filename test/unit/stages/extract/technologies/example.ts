/** An answer as a product really gives it, and all that it shows. */
export interface Example {
  /** The whole answer, in its order. */
  readonly shows: readonly string[]
  readonly html?: string
  /** One header may have several lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly url?: string
}
