import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { initiatorsOf } from '#stages/score/performance/resources/initiators.ts'
import { scriptChains } from '#stages/score/performance/resources/script-chains.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'

const script = (path: string, by: LabRequest, more: Partial<LabRequest> = {}) =>
  request(`https://tag.example.net${path}`, { kind: 'javascript', initiatorUrl: by.url, ...more })
const chains = (...requests: LabRequest[]) =>
  scriptChains(requests, initiatorsOf([page, ...requests])).map(({ first, further, ...figures }) => ({
    ...figures,
    paths: [first, ...further].map(({ url }) => new URL(url).pathname).join(' '),
  }))

describe('chains of scripts', () => {
  const tag = script('/tag.js', page)
  const second = script('/second.js', tag, { transferBytes: 3000 })
  const third = script('/third.js', second, { transferBytes: 500 })
  const beside = script('/beside.js', tag, { transferBytes: 200 })

  it('have all scripts that one script caused', () => {
    expect(chains(tag, second, third, beside)).to.deep.equal([
      { paths: '/tag.js /second.js /third.js /beside.js', depth: 3, transferBytes: 3700 },
    ])
  })

  it('come by the bytes of further scripts', () => {
    const other = script('/other.js', page)
    const large = script('/large.js', other, { transferBytes: 9000 })
    expect(chains(tag, second, other, large).map(({ transferBytes }) => transferBytes)).to.deep.equal([
      9000, 3000,
    ])
  })

  it('have at least two scripts', () => {
    const picture = script('/pixel.gif', tag, { kind: 'image' })
    expect(chains(tag, picture, script('/other.js', page))).to.deep.equal([])
  })

  it('do not count redirects', () => {
    const moved = script('/moved.js', tag, { isRedirect: true })
    const here = script('/here.js', moved)
    expect(chains(tag, moved, here)).to.deep.equal([
      { paths: '/tag.js /here.js', depth: 2, transferBytes: 1000 },
    ])
    const old = script('/old.js', page, { isRedirect: true })
    const current = script('/new.js', old)
    expect(chains(old, current, script('/sub.js', current))).to.deep.equal([
      { paths: '/new.js /sub.js', depth: 2, transferBytes: 1000 },
    ])
  })
})
