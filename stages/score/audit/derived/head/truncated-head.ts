import type { PageDocument } from '../../document/page-document.ts'

/** Whether what is read of the page ends before its content begins: what is missing may come. */
export function isHeadTruncated({ cut, body }: PageDocument): boolean {
  return cut !== null && (body === null || body.firstChild === null)
}
