import { expect } from 'chai'
import type { BrowserInstance } from '#stages/render/adapters/browsers/instance.ts'
import { makeSlot } from '#stages/render/adapters/browsers/slot.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('browser slot', () => {
  it('reports why browsers open no tab, in the reason of the kill and to the caller', async () => {
    const cause = new Error('listen EMFILE: too many open files')
    const ended: string[] = []
    const instance = {
      acquire: () => Promise.reject(cause),
      async kill(why: string) {
        ended.push(why)
      },
    } as unknown as BrowserInstance
    const { openTab } = makeSlot(async () => instance, { maxJobs: 1, maxAgeMs: 1000 })
    const failure = await rejectionOf(openTab())
    expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE', cause })
    expect(ended).to.have.length(2)
    for (const why of ended) expect(why).to.include('too many open files')
  })
})
