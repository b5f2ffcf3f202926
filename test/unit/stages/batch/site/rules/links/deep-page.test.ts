import { expect } from 'chai'
import { deepPage } from '#stages/batch/site/rules/links/deep-page.ts'
import { found, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-deep-page', () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `/${at}`,
        { depth: at, links: at + 1 < length ? [`/${at + 1}`] : [] },
      ]),
    )

  it('finds pages that are more than 4 clicks away', () => {
    expect(found(deepPage, { pages: chain(7) })).to.deep.equal([
      { url: urlOf('/5'), depth: 5 },
      { url: urlOf('/6'), depth: 6 },
    ])
  })

  it('leaves out 4 clicks, the shortest way counting, and pages that cannot be indexed', () => {
    expect(found(deepPage, { pages: chain(5) })).to.deep.equal([])
    const shortcut = { ...chain(7), '/0': { depth: 0, links: ['/1', '/4'] } }
    expect(found(deepPage, { pages: shortcut })).to.deep.equal([])
    expect(found(deepPage, { pages: { ...chain(6), '/5': { depth: 5, isNoindex: true } } })).to.deep.equal([])
  })

  it('takes redirects and canonicals as no clicks', () => {
    const pages = {
      ...chain(4),
      '/3': { depth: 3, links: ['/old'] },
      '/old': { depth: 4, finalUrl: '/4', redirects: [['/old', 301]] as const },
      '/4': { depth: 4, canonical: '/preferred' },
      '/preferred': { depth: 4, links: ['/next'] },
      '/next': { depth: 5 },
    }
    expect(found(deepPage, { pages })).to.deep.equal([{ url: urlOf('/next'), depth: 5 }])
  })
})
