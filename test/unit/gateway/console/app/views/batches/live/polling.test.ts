import { expect } from 'chai'
import { costlyPollMs, statusPollMs } from '#gateway/console/app/views/batches/live/polling.ts'

describe('polling', () => {
  it('the status is read each second while the batch runs', () => {
    expect(statusPollMs({ state: 'running' }, false)).to.equal(1000)
    expect(statusPollMs(null, false)).to.equal(1000)
  })

  it('more rarely while it is paused, not started or not shown', () => {
    expect(statusPollMs({ state: 'open' }, false)).to.equal(5000)
    expect(statusPollMs({ state: 'paused' }, false)).to.equal(5000)
    expect(statusPollMs({ state: 'running' }, true)).to.equal(15_000)
  })

  it('never again when it is over', () => {
    expect(statusPollMs({ state: 'finished' }, false)).to.equal(null)
    expect(statusPollMs({ state: 'cancelled' }, true)).to.equal(null)
  })

  it('what is costly is loaded in a tenth of the time at most', () => {
    expect(costlyPollMs(20, false)).to.equal(4000)
    expect(costlyPollMs(3000, false)).to.equal(30_000)
    expect(costlyPollMs(60_000, false)).to.equal(120_000)
    expect(costlyPollMs(20, true)).to.equal(60_000)
  })
})
