import { expect } from 'chai'
import { foundAt, foundBehind, hasMore } from '#gateway/routes/batches/report/html/found.ts'
import { findingsOf } from '#shared/operations/results/site-findings.ts'
import { issueOf, recordedReport, ruleOf } from '../recorded-report.ts'

type Items = Parameters<typeof issueOf>[0]
const findingOf = (items: Items) =>
  findingsOf({ ...recordedReport, rules: [], site_issues: [issueOf(items)] })[0] as ReturnType<
    typeof findingsOf
  >[number]
const textsOf = (lines: Iterable<string>) => [...lines].map((line) => line.replace(/<[^>]+>/g, ''))
const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://a.test/${at}`)

describe('what was found, as lines of HTML', () => {
  it('is an item a line, with its facts and the links to it', () => {
    const sources = ['x', 'y', 'z'].map((text) => ({ url: `https://a.test/${text}`, text }))
    const item = { url: 'https://a.test/', status: 404, sources, sources_total: 9 }
    expect(textsOf(foundAt(findingOf([item]), 20, 'https://a.test'))).to.deep.equal([
      '/ (status 404), linked from /x “x”, /y “y” and 7 more',
    ])
  })

  it('names eight pages of a group, and says how many it has', () => {
    const group = { value: 'Same', urls: urls(10), urls_total: 150 }
    expect(textsOf(foundAt(findingOf([group]), 20, 'https://a.test'))).to.deep.equal([
      '“Same”: /0, /1, /2, /3, /4, /5, /6, /7 and 142 more',
    ])
  })

  it('says once what a rule says of several pages', () => {
    const example = (url: string, message: string) => ({ url, message, selector: null, snippet: null })
    const rule = ruleOf('r', [
      example('https://a.test/1', 'Both.'),
      example('https://a.test/2', 'Alone'),
      example('https://a.test/3', 'Both.'),
    ])
    const [finding] = findingsOf({ ...recordedReport, rules: [rule], site_issues: [] })
    expect(textsOf(foundAt(finding as NonNullable<typeof finding>, 20, 'https://a.test'))).to.deep.equal([
      'Both. /1, /3',
      '/2: Alone',
    ])
  })

  it('goes on in the annex: further items, and those that were cut, whole', () => {
    const group = { value: 'Same', urls: urls(10) }
    const finding = findingOf([group, { url: 'https://a.test/a' }, { url: 'https://a.test/b' }])
    expect(textsOf(foundBehind(finding, 2, 'https://a.test'))).to.deep.equal([
      '“Same”: /0, /1, /2, /3, /4, /5, /6, /7, /8, /9',
      '/b',
    ])
    expect(hasMore(finding, 3)).to.equal(true)
    expect(hasMore(findingOf([{ url: 'a' }, { url: 'b' }]), 2)).to.equal(false)
    expect(hasMore(findingOf([{ url: 'a' }, { url: 'b' }]), 1)).to.equal(true)
  })
})
