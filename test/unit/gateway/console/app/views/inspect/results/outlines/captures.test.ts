import { expect } from 'chai'
import {
  type CaptureRequest,
  makeCaptures,
} from '#gateway/console/app/views/inspect/results/outlines/captures.ts'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'

const snapshotOf = ({ selectors }: CaptureRequest) =>
  ({
    located: selectors.map((selector) => ({ selector, boxes: [], matches: 1 })),
  }) as unknown as SnapshotResult

const request = (selectors: readonly string[], url = 'https://example.com/', device = 'mobile') => ({
  url,
  device,
  selectors,
})

/** Captures that answer at once, and what was asked for. */
function recording(take = async (asked: CaptureRequest) => snapshotOf(asked)) {
  const asked: CaptureRequest[] = []
  const captures = makeCaptures((one) => {
    asked.push(one)
    return take(one)
  })
  return { captures, asked }
}

describe('screenshots for outlines', () => {
  it('serve all findings that they located', async () => {
    const { captures, asked } = recording()
    expect(captures.known(request(['h1']))).to.equal(null)
    const taken = await captures.capture(request(['h1', 'img']))
    expect(await captures.capture(request(['img']))).to.equal(taken)
    expect(captures.known(request(['h1']))).to.equal(taken)
    expect(asked).to.have.length(1)
  })

  it('are taken anew for another selector, page or device', async () => {
    const { captures, asked } = recording()
    await captures.capture(request(['h1']))
    await captures.capture(request(['h2']))
    await captures.capture(request(['h2'], 'https://example.com/other'))
    await captures.capture(request(['h2'], 'https://example.com/', 'desktop'))
    expect(asked).to.have.length(4)
  })

  it('are taken once for two who ask at the same time', async () => {
    const { captures, asked } = recording()
    const [one, other] = await Promise.all([
      captures.capture(request(['h1', 'img'])),
      captures.capture(request(['img'])),
    ])
    expect(one).to.equal(other)
    expect(asked).to.have.length(1)
  })

  it('may be tried again after a failure', async () => {
    let isBroken = true
    const { captures } = recording(async (one) => {
      if (isBroken) throw new Error('no quota')
      return snapshotOf(one)
    })
    const failure = await captures.capture(request(['h1'])).catch((error: Error) => error.message)
    expect(failure).to.equal('no quota')
    isBroken = false
    expect(await captures.capture(request(['h1']))).to.have.property('located')
  })

  it('are forgotten when ten others were taken', async () => {
    const { captures } = recording()
    for (let at = 0; at <= 10; at++) await captures.capture(request(['h1'], `https://example.com/${at}`))
    expect(captures.known(request(['h1'], 'https://example.com/0'))).to.equal(null)
    expect(captures.known(request(['h1'], 'https://example.com/1'))).not.to.equal(null)
  })
})
