import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import {
  type NetworkSandboxPolicy,
  noNetworkSandbox,
  openNetworkSandbox,
} from '#stages/render/adapters/network-sandbox/network-sandbox.ts'

const quiet = { info: () => {}, warn: () => {} } as unknown as Log

describe('openNetworkSandbox', () => {
  async function opened(policy: NetworkSandboxPolicy) {
    const warnings: object[] = []
    const logger = { ...quiet, warn: (about: object) => warnings.push(about) } as unknown as Log
    const failing = () => Promise.reject(new Error('Operation not permitted'))
    const sandbox = await openNetworkSandbox({ policy, logger, open: failing }).catch(
      (error: Error) => error.message,
    )
    return { sandbox, warnings }
  }

  it('logs a warning when the system allows no namespace', async () => {
    expect(await opened('auto')).to.deep.equal({
      sandbox: noNetworkSandbox,
      warnings: [{ reason: 'Operation not permitted' }],
    })
  })

  it('rejects when a namespace is required and the system allows none', async () => {
    const { sandbox } = await opened('on')
    expect(sandbox).to.equal('RENDER_JAIL is on, but there is no network namespace: Operation not permitted')
  })

  it('creates no namespace with policy off, and logs a warning', async () => {
    expect(await opened('off')).to.deep.equal({
      sandbox: noNetworkSandbox,
      warnings: [{ reason: 'RENDER_JAIL is off' }],
    })
    expect(await noNetworkSandbox.entryCommand()).to.deep.equal([])
  })
})
