import { expect } from 'chai'
import { alternateTargets, faultOfPage } from '#stages/score/audit/derived/hreflang/alternate-targets.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const site = 'https://www.example.com'
const alternate = (code: string, path: string) => `<link rel=alternate hreflang=${code} href=${path}>`

describe('other language versions', () => {
  it('are those of the head except the page itself, each once whatever its codes', () => {
    const html = ['en /page', 'de /de', 'de-AT /de#a', 'fr /fr'].map((one) => {
      const [code = '', path = ''] = one.split(' ')
      return alternate(code, path)
    })
    const targets = alternateTargets(auditFacts({ html: html.join('') }))
    expect(targets.map(({ url }) => url)).to.deep.equal([`${site}/de`, `${site}/fr`])
  })

  const [target] = alternateTargets(auditFacts({ html: alternate('de', '/de') }))
  const judged = (page: object | null) => {
    const targets = page === null ? [] : [{ url: `${site}/de`, ...page }]
    if (target === undefined) throw new Error('no target')
    return faultOfPage(target, auditFacts({ targets }).targets, ({ status }) => `found ${status}`)
  }

  it('are judged when they were read', () => expect(judged({ status: 200 })).to.equal('found 200'))
  it('are undecided when they were not read', () => {
    expect(judged(null)).to.deep.equal({ unknown: 'not_read' })
    expect(judged({ status: null })).to.deep.equal({ unknown: 'not_read' })
  })
  it('have no fault here when they are errors or redirects, which other rules judge', () => {
    expect(judged({ status: 404 })).to.equal(null)
    expect(judged({ status: 200, redirects: [{ status: 301, url: `${site}/a` }] })).to.equal(null)
  })
})
