import { expect } from 'chai'
import { metadataInBody } from '#stages/score/audit/rules/metadata/head/metadata-in-body.ts'
import { hreflangInBody } from '#stages/score/audit/rules/technical/hreflang/hreflang-in-body.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { judge, ruleTester } from '#test/support/audit/rule-tester.ts'

const inHead = alternate('en', 'https://www.example.com/page')
const inBody = `<body><p>x</p>${alternate('de', 'https://www.example.com/de')}</body>`

ruleTester(hreflangInBody, {
  passes: [{ name: 'in the head', page: `<head>${inHead}</head><body>` }],
  fails: [
    {
      name: 'in the body',
      page: `<head>${inHead}</head>${inBody}`,
      message: 'inBody',
      evidence: 'html > body > link',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<title>A</title>' },
    {
      name: 'a link to another language',
      page: '<body><a hreflang="de" rel="alternate" href="/de">Deutsch</a>',
    },
  ],
})

describe('one fault costs once', () => {
  it('metadata-in-body says nothing of language versions', () => {
    expect(judge(metadataInBody, { page: inBody }).kind).to.equal('not_applicable')
  })

  it('what was lost when the head broke is told by head-broken', () => {
    const page = `<html><head><iframe></iframe>${inHead}</head><body></body></html>`
    expect(judge(hreflangInBody, { page }).kind).to.equal('pass')
  })
})
