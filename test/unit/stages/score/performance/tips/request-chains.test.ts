import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { requestChains } from '#stages/score/performance/tips/request-chains.ts'
import { facts, type Given, page, phone, request, vital } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const step = (path: string, by: string, startMs: number, endMs: number, more: Partial<LabRequest> = {}) =>
  request(path, {
    ...{ kind: 'stylesheet', priority: 'very_high', isRenderBlocking: true },
    ...{ initiatorUrl: new URL(by, page.url).href, startMs, endMs },
    ...more,
  })
/** Three style sheets that name one another; the second takes `second` milliseconds, and each of the others 100. */
const chained = (second: number, more: Partial<LabRequest> = {}): LabRequest[] => [
  page,
  step('/a.css', '/', 130, 230, more),
  step('/b.css', '/a.css', 230, 230 + second, more),
  step('/c.css', '/b.css', 230 + second, 330 + second, more),
]
const painted = (requests: readonly LabRequest[]): Given => ({ requests, vitals: { fcp: vital(900) } })

tipTester(requestChains, {
  given: painted(chained(300)),
  says: [
    '3 critical requests in chains, up to 3 of them one after the other until 630 ms',
    'shop.example.com/a.css → shop.example.com/b.css → shop.example.com/c.css',
    'loads up to 200 ms earlier, and the first paint up to 200 ms earlier',
  ],
  // All begin at 130, the slowest takes 300 ms: 430 instead of 630.
  gains: { savings: { fcp: 200, lcp: 200 } },
  // 99 ms instead of 100 for the second of two.
  nearMiss: painted([page, step('/a.css', '/', 130, 229), step('/b.css', '/a.css', 229, 400)]),
})

describe('tip request-chains', () => {
  const find = (given: Given) => requestChains.find(facts(given))

  it('says nothing of the paint where the last file does not hold it back', () => {
    const found = find(
      painted(chained(300, { kind: 'javascript', isRenderBlocking: false, priority: 'high' })),
    )
    expect(found?.message).to.include('what depends on it starts earlier')
    expect(found).not.to.have.property('savings')
  })

  it('leaves fonts to their own tips', () => {
    const font = step('/f.woff2', '/a.css', 530, 800, { kind: 'font' })
    expect(find(painted([page, step('/a.css', '/', 130, 530), font]))).to.equal(null)
  })

  it('counts the time that the files need on the line together', () => {
    const transferBytes = 18_874
    // Three files of 100 ms each, and the latency: 862.5 ms, where the chain takes 500.
    const given = { ...painted(chained(300, { transferBytes })), environment: phone }
    expect(find(given)).to.equal(null)
  })

  it('shortens a long chain', () => {
    const steps = Array.from({ length: 9 }, (_, index) =>
      step(`/${index}.css`, index === 0 ? '/' : `/${index - 1}.css`, index * 50 + 130, index * 50 + 180),
    )
    expect(find(painted([page, ...steps]))?.message).to.include(
      '/0.css → shop.example.com/1.css → shop.example.com/2.css → … → shop.example.com/8.css',
    )
  })

  it('is not given on measurements of older render stages', () => {
    const old = chained(300).map(({ initiatorUrl: _, priority: __, ...request }) => request)
    expect(find(painted(old))).to.equal(null)
  })
})
