/** Most pages of a printed document. */
export const MAX_PRINTED_PAGES = 2000

/** The printing of documents by the service's own browser. */
export interface Printing {
  /**
   * Prints an HTML document on A4: the bytes of the PDF, in pieces of any size, once all of it is made. Nothing that the document
   * names is loaded, and no script of it runs. Rejects with a Failure: `RESPONSE_TOO_LARGE` for a document above the limits (pages,
   * bytes, time, memory), `SERVICE_UNAVAILABLE` without a browser or with too many documents waiting.
   */
  print(html: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  close(): void
}
