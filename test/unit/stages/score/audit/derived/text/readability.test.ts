import { expect } from 'chai'
import { proseOf, sentencesIn, sentencesOf } from '#stages/score/audit/derived/text/readability.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const read = (html: string) => auditFacts({ html }).document
const ten = 'one two three four five six seven eight nine ten'

describe('running text', () => {
  it('consists of blocks of ten words or more that are no headings', () => {
    const found = proseOf(
      read(`<h2>${ten}</h2><p>${ten}</p><p>few words</p><div>${ten}</div><pre>${ten}</pre>`),
    )
    expect(found.map(({ block }) => block.element.name)).to.deep.equal(['p', 'div'])
    expect(found[0]?.words).to.have.length(10)
  })

  it('is split into sentences, but not at a point within a number or a URL', () => {
    expect(sentencesIn('It costs 3.50 at example.com. “Really?” Yes! Good… Fine')).to.deep.equal([
      'It costs 3.50 at example.com.',
      '“Really?”',
      'Yes!',
      'Good…',
      'Fine',
    ])
  })

  it('has no sentences in scripts without spaces', () => {
    expect(sentencesOf(read(`<p>${'東京都に住んでいます。'.repeat(5)}`))).to.deep.equal([])
    expect(sentencesOf(read(`<p>${ten}. ${ten}.`)).map(({ words }) => words.length)).to.deep.equal([10, 10])
  })
})
