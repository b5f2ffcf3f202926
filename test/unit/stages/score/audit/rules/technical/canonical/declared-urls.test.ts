import { expect } from 'chai'
import { declaredUrls } from '#stages/score/audit/rules/technical/canonical/declared-urls.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const item = (types: string[], properties: object) =>
  ({ syntax: 'json-ld', types, id: null, properties, offset: 0 }) as never
const found = (html: string, items: never[] = []) =>
  declaredUrls(auditFacts({ html, structured: { items } })).map(({ source, url }) => [source, url.href])

describe('addresses by which a page names itself', () => {
  it('are og:url, when absolute', () => {
    expect(found('<meta property="og:url" content="https://a.example/x">')).to.deep.equal([
      ['og:url', 'https://a.example/x'],
    ])
    expect(found('<meta property="og:url" content="/x">')).to.deep.equal([])
  })

  it('are those of pages and of articles in structured data, in any form', () => {
    const items = [
      item(['ItemPage', 'WebPage'], { url: ['https://a.example/1'] }),
      item(['Article'], { mainEntityOfPage: [{ ref: 'https://a.example/2' }] }),
      item(['Recipe'], {
        mainEntityOfPage: [
          { syntax: 'json-ld', types: ['WebPage'], id: 'https://a.example/3', properties: {}, offset: 0 },
        ],
      }),
    ]
    expect(found('', items)).to.deep.equal([
      ['ItemPage.url', 'https://a.example/1'],
      ['Article.mainEntityOfPage', 'https://a.example/2'],
      ['Recipe.mainEntityOfPage', 'https://a.example/3'],
    ])
  })

  it('are not those of others', () => {
    const items = [
      item(['Organization'], { url: ['https://a.example/'] }),
      item(['Article'], { mainEntityOfPage: [true] }),
    ]
    expect(found('', items)).to.deep.equal([])
  })
})
