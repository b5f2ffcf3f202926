import { expect } from 'chai'
import {
  numbersIn,
  showsName,
  showsNumber,
  showsPrice,
  visibleText,
} from '#stages/score/audit/rules/content/structured-data/visible-text.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const read = (html: string) => visibleText(auditFacts({ html }).document)

describe('visible text', () => {
  it('is that of the body, with what stands for text', () => {
    const { text } = read('<title>No</title><p>Red Cup!<img alt="Blue mug"><script>no()</script>')
    expect(text.split(/\s+/)).to.deep.equal(['Red', 'Cup!', 'Blue', 'mug'])
  })

  it('shows a name, or half of its words', () => {
    const page = read('<h1>RED – cup</h1><p>for tea</p>')
    for (const name of ['Red Cup', 'RED – cup', 'Red mug', ''])
      expect(showsName(page, name), name).to.equal(true)
    expect(showsName(page, 'Blue sofa')).to.equal(false)
    expect(showsName(read('<p>東京都の赤いカップ'), '赤いカップ')).to.equal(true)
  })

  it('has numbers however they are grouped', () => {
    for (const text of ['1299.5', '1,299.5', '1.299,50', '1 299,50', "1'299.50"])
      expect(numbersIn(text).has(1299.5), text).to.equal(true)
    expect(numbersIn('4,5').has(4.5)).to.equal(true)
    expect(numbersIn('2024 12.99').has(12.99)).to.equal(true)
    expect(showsNumber(read('<p>Only 1,299 left'), 1299)).to.equal(true)
    expect(showsNumber(read('<p>Only 1,299 left'), 1300)).to.equal(false)
  })

  it('shows prices', () => {
    for (const text of ['€9', '9 €', '$ 9.99', '9 USD', 'CHF 9', '9 kr'])
      expect(showsPrice(read(`<p>${text}</p>`)), text).to.equal(true)
    expect(showsPrice(read('<p>9 cups</p>'))).to.equal(false)
  })
})
