import { expect } from 'chai'
import { savedByBytes } from '#stages/score/performance/advice/saved-time.ts'
import { facts, request, vital } from '#test/support/performance/lab-measurement.ts'

describe('time saved by bytes', () => {
  const vitals = { fcp: vital(500), lcp: vital(2000) }
  const line = { downloadBytesPerSecond: 100_000 }
  const from = (startMs: number, endMs: number | null, bytes: number) => ({
    request: request('/a', { startMs, endMs }),
    bytes,
  })

  it('is their time on the emulated line', () => {
    const { savings, wastedBytes } = savedByBytes(facts({ vitals, environment: line }), [
      from(100, 450, 10_000),
      from(100, 1500, 20_000),
      from(100, 2500, 30_000),
    ])
    // 100 ms before the first paint, 200 ms more before the largest; the last one is in nobody's way.
    expect(savings).to.deep.equal({ fcp: 100, lcp: 300 })
    expect(wastedBytes).to.equal(60_000)
  })

  it('is at most the time of the request, and zero where it did not end', () => {
    const { savings } = savedByBytes(facts({ vitals, environment: line }), [
      from(400, 450, 10_000),
      from(100, null, 10_000),
    ])
    expect(savings).to.deep.equal({ fcp: 50, lcp: 50 })
  })

  it('is their time at 10 Mbit/s where no line is emulated', () => {
    const { savings } = savedByBytes(facts({ vitals }), [from(0, 400, 131_072)])
    expect(savings.fcp).to.equal(100)
  })
})
