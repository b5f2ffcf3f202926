import { tmpdir } from 'node:os'
import { expect } from 'chai'
import { type LifeOptions, startLife } from '#stages/render/adapters/browsers/life.ts'
import { noJail } from '#stages/render/adapters/jail/jail.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('the start of a browser', () => {
  it('fails with its own reason, also where its profile can not be removed', async () => {
    const profiles = {
      create: async () => tmpdir(),
      remove: () => Promise.reject(new Error('EBUSY: resource busy')),
    }
    const start = {
      executablePath: '/bin/false',
      isSandboxed: false,
      user: null,
      signal: new AbortController().signal,
    }
    const pipe = { messageBytes: 1000, tabBytes: 1000 }
    const options = {
      profiles,
      jail: noJail,
      launchMs: 5000,
      protocolMs: 5000,
      pipe,
    } as unknown as LifeOptions
    expect(await rejectionOf(startLife(start, options)))
      .to.have.property('message')
      .that.matches(/could not be started.*ended at once \(code 1\)/)
  })
})
