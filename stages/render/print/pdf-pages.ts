/**
 * A node of the tree of pages as Chromium writes it (ISO 32000-2, section 7.7.3.2). Texts of the document cannot hold it: a line end
 * in a string is escaped.
 */
const NODE = Buffer.from('/Type /Pages\n/Count ')
/** Digits of a count, and more. */
const COUNT_BYTES = 12

/** The number of pages of a PDF that Chromium made; 0 for any other file. The root of the tree counts all pages below it. */
export function countPages(pdf: Buffer): number {
  let most = 0
  for (let at = pdf.indexOf(NODE); at !== -1; at = pdf.indexOf(NODE, at + NODE.length)) {
    const from = at + NODE.length
    most = Math.max(most, Number.parseInt(pdf.toString('latin1', from, from + COUNT_BYTES), 10) || 0)
  }
  return most
}
