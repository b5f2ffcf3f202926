/** A response as a product really sends it, with all technologies that it shows. */
export interface Example {
  /** The whole result, in order. */
  readonly shows: readonly string[]
  readonly html?: string
  /** One header may have several lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly url?: string
}
