import { expect } from 'chai'
import { externalService, provisioned } from '#infra/services/service.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('externalService', () => {
  const service = externalService({ REDIS_URL: 'redis://127.0.0.1:6379' }, 6379)

  it('can be used, and survives the end of a suite', async () => {
    expect(service).to.deep.include({ port: 6379, env: { REDIS_URL: 'redis://127.0.0.1:6379' } })
    await service.stop()
  })

  it('cannot be broken', async () => {
    for (const work of [service.kill, service.suspend, service.start]) {
      expect(String(await rejectionOf(work()))).to.include('not started here')
    }
    expect(() => service.resume()).to.throw('not started here')
  })
})

describe('provisioned', () => {
  it('gives the service, or the reason why there is none', async () => {
    expect(await provisioned('no X', async () => 5)).to.deep.equal({ kind: 'running', service: 5 })
    const failing = () => Promise.reject(new Error('no Java here'))
    expect(await provisioned('no X', failing)).to.deep.equal({
      kind: 'unavailable',
      reason: 'no X: no Java here',
    })
  })
})
