import { expect } from 'chai'
import { textOf } from '#stages/score/audit/document/text.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const text = (html: string) => {
  const [body] = auditFacts({ html }).document.byTag('body')
  return body === undefined ? null : textOf(body)
}

describe('text as a reader sees it', () => {
  for (const [html, expected] of [
    ['<p> a \n\t b </p>', 'a b'],
    ['<p>a</p><p>b</p>', 'a b'],
    ['a<b>b</b>', 'ab'],
    ['a<br>b', 'a b'],
    ['a\u00a0 b', 'a\u00a0 b'],
    ['a<script>b</script><style>c</style><template>d</template><svg><title>e</title></svg>', 'a'],
    ['', ''],
  ] as const) {
    it(`of ${JSON.stringify(html)} is ${JSON.stringify(expected)}`, () =>
      expect(text(html)).to.equal(expected))
  }

  it('is read from elements that have none in the page', () => {
    const [title] = auditFacts({ html: '<title> A  title </title>' }).document.byTag('title')
    expect(title && textOf(title)).to.equal('A title')
  })
})
