import { expect } from 'chai'
import { outlineOf } from '#gateway/console/app/views/inspect/results/audit/page/outline.ts'

const heading = (level: number, text = 'x') => ({ tag: `h${level}`, text, level })

describe('console: the outline of a page', () => {
  it('remarks levels that are left out, and headings without text', () => {
    const headings = [heading(1), heading(2), heading(4), heading(2), heading(3, ' '), heading(6, '')]
    expect(outlineOf(headings).map(({ remark }) => remark)).to.deep.equal([
      null,
      null,
      'h2 is followed by h4',
      null,
      'has no text',
      'has no text, h3 is followed by h6',
    ])
  })

  it('remarks a page that begins below the first level', () => {
    expect(outlineOf([heading(3)])[0]?.remark).to.equal('begins with h3')
    expect(outlineOf([])).to.deep.equal([])
  })
})
