import { expect } from 'chai'
import { inertHtml, inertMarkdown, inertText } from '#gateway/routes/batches/report/inert-text.ts'

describe('texts of pages in a report for people', () => {
  it('are on one line, without what cannot be seen', () => {
    expect(inertText(' a\r\nb\tc\u0000 ')).to.equal('a b c')
    expect(inertText('abc\u202efdp.exe\u2066\u200b')).to.equal('abc fdp.exe')
  })

  it('are cut behind 300 characters, and never within one', () => {
    expect(inertText('x'.repeat(10_000))).to.equal(`${'x'.repeat(300)}…`)
    const cut = inertText(`${'x'.repeat(299)}\u{1f600}`)
    expect(cut.isWellFormed()).to.equal(true)
    expect(inertText('\ud800').isWellFormed()).to.equal(true)
  })

  it('are text in HTML, also in attributes', () => {
    expect(inertHtml(`</title><script>"'&`)).to.equal('&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;')
  })

  it('are text in Markdown: no link, code, heading, table, element, mention or list', () => {
    expect(inertMarkdown('[a](javascript:b) ![c] `d` **e** | <f> # g ~h~ @i $j$ &k;')).to.equal(
      '\\[a\\](javascript:b) \\!\\[c\\] \\`d\\` \\*\\*e\\*\\* \\| \\<f\\> \\# g \\~h\\~ \\@i \\$j\\$ \\&k;',
    )
    expect(['- a', '+ a', '12. a', '3) a', '96.5', 'a - b'].map(inertMarkdown)).to.deep.equal([
      '\\- a',
      '\\+ a',
      '12\\. a',
      '3\\) a',
      '96.5',
      'a - b',
    ])
  })
})
