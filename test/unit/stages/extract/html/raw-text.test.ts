import { expect } from 'chai'
import { endOfContent } from '#stages/extract/html/raw-text.ts'
import { sourceText } from '#stages/extract/html/source-text.ts'

/** The content of the script that the text begins with. */
function contentOf(html: string): string {
  const start = '<script>'.length
  return html.slice(start, endOfContent(sourceText(html), start, 'script', 1, 7))
}

describe('end of a script (HTML Standard, 13.2.5.15 to 13.2.5.31)', () => {
  for (const [why, content, rest] of [
    ['its end tag', 'a', '</script>'],
    ['in any case, with attributes', 'a</scripts>', '</SCRIPT x>'],
    ['within a comment', '<!-- a', '</script>-->'],
    ['after a script within a comment', '<!--<script>a</script>', '</script>'],
    ['a script outside a comment does not nest', '<script>', '</script></script>'],
    ['after the end of the comment', '<!--<script>-->', '</script>'],
    ['a comment that ends at once', '<!--><script>', '</script>'],
    ['another name nests nothing', '<!--<scripts>', '</script>'],
    ['a second script within nests no deeper', '<!--<script><script></script>', '</script>'],
    ['the end of the page, where a comment hides it', '<!--<script></script>', ''],
  ] as const)
    it(why, () => expect(contentOf(`<script>${content}${rest}`)).to.equal(content))
})
