import { expect } from 'chai'
import {
  keepMeasuredVitals,
  MEASURED_SECONDS,
  type MeasuredVitals,
  readMeasuredVitals,
} from '#shared/store/measured-vitals.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const measured: MeasuredVitals = {
  run_id: 'one',
  created_at: '2026-03-01T12:00:00.000Z',
  lcp_ms: 1200,
  inp_ms: null,
  cls: 0.02,
  fcp_ms: 800,
  ttfb_ms: 90,
  performance_score: 97,
}
const key = { tenant: 'anna', url: 'https://www.example.com/page#top', device: 'mobile' } as const

describe('measured vitals that audits name', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
    await keepMeasuredVitals(embedded.store, key, measured)
  })
  after(() => embedded.close())

  const read = (changes: object) => readMeasuredVitals(embedded.store, { ...key, ...changes })

  it('are found for the same page, whatever the fragment', async () => {
    expect(await read({ url: 'https://www.example.com/page' })).to.deep.equal(measured)
  })

  it('are those of the owner, the URL and the device', async () => {
    expect(await read({ tenant: 'bert' })).to.equal(null)
    expect(await read({ tenant: undefined })).to.equal(null)
    expect(await read({ url: 'https://www.example.com/other' })).to.equal(null)
    expect(await read({ device: 'desktop' })).to.equal(null)
  })

  it('of nobody are not kept: feeders have no owner', async () => {
    await keepMeasuredVitals(embedded.store, { ...key, tenant: undefined }, measured)
    expect(await read({ tenant: undefined })).to.equal(null)
  })

  it('are kept for 24 hours', async () => {
    const seconds: number[] = []
    const set = async (_key: string, _value: string, ttl: number) => void seconds.push(ttl)
    await keepMeasuredVitals({ set }, key, measured)
    expect([...seconds, MEASURED_SECONDS]).to.deep.equal([24 * 60 * 60, 24 * 60 * 60])
  })
})
