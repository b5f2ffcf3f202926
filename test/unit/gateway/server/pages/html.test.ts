import { expect } from 'chai'
import { escaped, withCode } from '#gateway/server/pages/html.ts'

describe('text as HTML', () => {
  it('has no markup of its own', () => {
    expect(escaped(`<a href="x" title='y'>&</a>`)).to.equal(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    )
  })

  it('has code where there are backticks', () => {
    expect(withCode('Send `a<b` or `c`.')).to.equal('Send <code>a&lt;b</code> or <code>c</code>.')
  })
})
