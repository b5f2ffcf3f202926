import { expect } from 'chai'
import { preconnectedOrigins } from '#stages/score/performance/resources/preconnects.ts'
import { measured, page } from '#test/support/performance/lab-measurement.ts'

describe('origins that a page connects to ahead', () => {
  const linking = (link: string) => ({ ...page, headers: { link } })

  it('are those of its links and of the header of its document', () => {
    const link =
      '<//b.example/>; rel=preconnect, </a.css>; rel=preload, <https://c.example>; rel="PRECONNECT x"'
    const found = preconnectedOrigins(measured({ preconnects: ['https://a.example'] }), linking(link))
    expect([...(found ?? [])]).to.deep.equal(['https://a.example', 'https://b.example', 'https://c.example'])
  })

  it('are none where it names none', () => {
    expect(
      preconnectedOrigins(measured({ preconnects: [] }), linking('<http://[>; rel=preconnect'))?.size,
    ).to.equal(0)
  })

  it('are unknown where its links are', () => {
    expect(preconnectedOrigins(measured({ preconnects: null }), page)).to.equal(null)
    expect(preconnectedOrigins(measured(), page)).to.equal(null)
  })
})
