import { expect } from 'chai'
import { mainHeading } from '#stages/score/audit/derived/text/headings.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const textOf = (html: string) => mainHeading(auditFacts({ html }).document)?.text ?? null

describe('the main heading', () => {
  it('is the first h1 that is shown and has text', () => {
    expect(textOf('<h1 hidden>A</h1><h1> </h1><h1>B <b>C</b></h1><h1>D</h1>')).to.equal('B C')
  })

  it('is none within template, noscript and what is not displayed', () => {
    expect(
      textOf(
        '<template><h1>A</h1></template><noscript><h1>B</h1></noscript><div style="display:none"><h1>C</h1></div>',
      ),
    ).to.equal(null)
  })
})
