import { tmpdir } from 'node:os'
import { expect } from 'chai'
import { type InstanceOptions, launchInstance } from '#stages/render/adapters/browsers/instance.ts'
import { noNetworkSandbox } from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('launchInstance', () => {
  it('rejects with the original error, even when the profile cannot be removed', async () => {
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
    const pipe = { messageBytes: 1000, contextBytes: 1000 }
    const options = {
      profiles,
      networkSandbox: noNetworkSandbox,
      launchMs: 5000,
      protocolMs: 5000,
      pipe,
    } as unknown as InstanceOptions
    expect(await rejectionOf(launchInstance(start, options)))
      .to.have.property('message')
      .that.matches(/could not be started.*ended at once \(code 1\)/)
  })
})
