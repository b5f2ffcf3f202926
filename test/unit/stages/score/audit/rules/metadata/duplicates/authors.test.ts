import { expect } from 'chai'
import { contradictingAuthors, metaAuthors } from '#stages/score/audit/rules/metadata/duplicates/authors.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const author = (name: string) => `<meta name="author" content="${name}">`
const article = (name: string) => jsonLd({ '@type': 'Article', headline: 'A', author: { name } })
const contradicting = (html: string) =>
  contradictingAuthors(auditFacts(structuredPage(html))).map(({ value }) => value)

// HTML Standard, 4.2.5.1: `author` gives "the name of one of the page's authors".
describe('authors', () => {
  it('in metas are names, not blanks or addresses', () => {
    const html = `${author('Ann')}${author(' ')}${author('https://a.example/ann')}`
    expect(metaAuthors(auditFacts({ html })).map(({ name }) => name)).to.deep.equal(['Ann'])
  })

  it('contradict each other, with both as evidence', () => {
    expect(contradicting(author('Ann') + author('Bo'))).to.deep.equal(['Bo', 'Ann'])
    expect(contradicting(author('Ann') + article('Bo'))).to.deep.equal(['Ann', 'author: Bo'])
  })

  it('agree in another spelling, or where the page shows both', () => {
    expect(contradicting(author('Dr. Ann Lee') + article('ann lee'))).to.deep.equal([])
    expect(contradicting(`${author('Ann')}${article('Bo')}<p>By Ann and Bo`)).to.deep.equal([])
    expect(contradicting(`${author('Ann')}${article('Bo')}<p>By Annabel and Bo`)).not.to.be.empty
  })

  it('of the articles of a list are not compared', () => {
    expect(contradicting(author('Ann') + 'Bo Cy Di Ed'.split(' ').map(article).join(''))).to.deep.equal([])
  })
})
