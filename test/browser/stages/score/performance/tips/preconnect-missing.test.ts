// own browser: it trusts the certificate of the site
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { connecting, HANDSHAKE_MS, OWN_MS, saidMs } from './connecting.ts'

describe('tip preconnect-missing', () => {
  const { advise, otherOrigin } = connecting()

  // The browser of the lab follows no hints, so an early file opens the connection here.
  it('says what a connection that is open in time saves', async () => {
    const late = await advise('/late')
    const connectMs = Number(late.foreign?.connectMs)
    expect(connectMs).to.be.at.least(HANDSHAKE_MS - 10)
    expect(late.tip).to.include(`${otherOrigin()} at `)
    expect(saidMs(late)).to.be.within(OWN_MS - 100, Math.round(connectMs))
    expect((await advise('/connected')).tip).to.equal(null)
  })

  it('is not given where the page has the hint, in its HTML or in a header', async () => {
    const hinted = await advise('/hinted')
    expect(hinted.measurement.preconnects).to.deep.equal([otherOrigin()])
    expect(hinted.foreign?.connectMs, 'the lab follows no hints').to.be.above(HANDSHAKE_MS - 10)
    expect(hinted.tip).to.equal(null)
    expect((await advise('/by-header')).tip).to.equal(null)
  })

  it('is not given where the document itself names the file, nor for the own origin', async () => {
    // A busy machine requests the file late, too.
    await eventually(async () => {
      const { measurement, tip } = await advise('/at-once')
      const own = measurement.requests.filter(({ url }) => !url.startsWith(otherOrigin()))
      expect(own.map(({ connectMs }) => connectMs)).to.deep.equal([null, null, null])
      return tip === null
    })
  })
})
