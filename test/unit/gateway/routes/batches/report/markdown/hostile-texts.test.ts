import { expect } from 'chai'
import { reportMarkdown } from '#gateway/routes/batches/report/markdown.ts'
import { hostileTexts, reportSaying, SERVICE } from '../recorded-report.ts'

/** A backslash before one of these signs makes it mean itself (CommonMark 0.31, 2.4). */
const ESCAPED = /\\[!-/:-@[-`{-~]/g

/** What has a meaning of its own in the report: the lines by their begins, and the number of each sign. */
function meaningOf(text: string) {
  const bare = reportMarkdown(reportSaying(text), SERVICE).replace(ESCAPED, '')
  const counts = Object.fromEntries([...'`*_{}[]<>#|~!&$@\\'].map((sign) => [sign, bare.split(sign).length]))
  return { lines: bare.split('\n').map((line) => /^(?:#+ |- |\| |\*\*)?/.exec(line)?.[0]), counts }
}

describe('texts of pages in the report as Markdown', () => {
  const plain = meaningOf('plain words')

  for (const text of hostileTexts) {
    it(`mean nothing but themselves: ${JSON.stringify(text)}`, () =>
      expect(meaningOf(text)).to.deep.equal(plain))
  }

  it('are no lists where they are the first of a list', () => {
    for (const text of ['1. x', '12) x', '- x', '+ x', '-', '* x'])
      expect(reportMarkdown(reportSaying(text), SERVICE)).to.not.match(/^- (?:\d+[.)]|[-+*])(?: |$)/m)
  })

  it('are cut, and have no marks that turn or hide what is around them', () => {
    const text = reportMarkdown(reportSaying(`\u202e\u2066\u200f${'x'.repeat(10_000)}\u2069`), SERVICE)
    expect(text).to.include('x'.repeat(300)).and.not.include('x'.repeat(301))
    expect(text).to.not.match(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    expect(reportMarkdown(reportSaying('\ud83d'), SERVICE).isWellFormed()).to.equal(true)
  })
})
