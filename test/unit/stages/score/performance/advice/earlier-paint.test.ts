import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { earlierPaint } from '#stages/score/performance/advice/earlier-paint.ts'
import { facts, page, request, vital } from '#test/support/performance/lab-measurement.ts'

const style = (path: string, endMs: number | null, isRenderBlocking = true) =>
  request(path, { kind: 'stylesheet', endMs, isRenderBlocking })
/** The first paint is at 1000 ms. */
const gain = (files: readonly LabRequest[], others: readonly LabRequest[], byMs = 300) => {
  const given = facts({ requests: [page, ...others, ...files], vitals: { fcp: vital(1000) } })
  const paths = new Set(files.map(({ url }) => url))
  return earlierPaint(
    given,
    given.measurement.requests.filter(({ url }) => paths.has(url)),
    byMs,
  )
}

describe('an earlier paint', () => {
  const late = style('/late.css', 900)

  it('comes as much earlier as the last file does', () => {
    expect(gain([late], [])).to.equal(300)
    expect(gain([style('/first.css', 880), late], [])).to.equal(300)
  })

  it('comes no earlier than the other files that block it', () => {
    expect(gain([late], [style('/other.css', 700)])).to.equal(200)
    expect(gain([late], [style('/other.css', 950)])).to.equal(0)
    expect(gain([late], [style('/free.css', 700, false), style('/open.css', null)])).to.equal(300)
  })

  it('does not come from a file that did not hold it back', () => {
    expect(gain([style('/free.css', 900, false)], [])).to.equal(0)
    expect(gain([style('/later.css', 1100)], [])).to.equal(0)
    expect(gain([style('/open.css', null)], [])).to.equal(0)
    expect(gain([], [])).to.equal(0)
  })
})
