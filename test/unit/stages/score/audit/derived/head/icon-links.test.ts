import { expect } from 'chai'
import { iconLinks } from '#stages/score/audit/derived/head/icon-links.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('icon links', () => {
  it('are those relations that Google takes a favicon from', () => {
    const html =
      '<link rel="shortcut icon" href="/a.ico"><link rel="mask-icon" href="/b.svg"><link rel="apple-touch-icon-precomposed" href="c.png"><link rel="icon" href=""><link rel="ICON" href="data:,">'
    expect(iconLinks(auditFacts({ html }).document).map(({ url }) => url)).to.deep.equal([
      'https://www.example.com/a.ico',
      'https://www.example.com/c.png',
      'data:,',
    ])
  })
})
