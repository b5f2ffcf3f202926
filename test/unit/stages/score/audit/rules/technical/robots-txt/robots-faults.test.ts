import { expect } from 'chai'
import { robotsFaults } from '#stages/score/audit/rules/technical/robots-txt/robots-faults.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const faultsOf = (robotsTxt: string) => robotsFaults(auditFacts({ robotsTxt }).robots)

describe('faults of robots.txt', () => {
  it('have the number and text of their line, whatever ends lines', () => {
    const { faults, lines } = faultsOf('# a\r\nUser-agent: *\rFoo: ü\n\nbar\r\nDisallow: /x')
    expect(faults).to.deep.equal([
      { line: 3, text: 'Foo: ü', fault: 'unknown directive' },
      { line: 5, text: 'bar', fault: 'no directive' },
    ])
    expect(lines).to.equal(4)
  })

  it('are none for comments, empty rules and wildcards', () => {
    expect(faultsOf('User-agent: * # all\nDisallow:\nAllow: *.css$\n  # the end').faults).to.deep.equal([])
  })
})
