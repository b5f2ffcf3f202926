import type { PageDocument } from '../../document/page-document.ts'

/** Whether parsing was cut before the content of the body: missing metadata may follow. */
export function isHeadTruncated({ cut, body }: PageDocument): boolean {
  return cut !== null && (body === null || body.firstChild === null)
}
