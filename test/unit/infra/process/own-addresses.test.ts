import { expect } from 'chai'
import { bindToOwnAddresses } from '#infra/process/own-addresses.ts'
import { StartError } from '#infra/process/parts.ts'
import { readConfig } from '#shared/config/config.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

/** A machine in two networks; another copy of the part has the name in one of them, too. */
const names: Record<string, readonly string[]> = {
  inner: ['172.20.0.9', '172.20.0.2'],
  six: ['fd00::2'],
  elsewhere: ['172.20.0.9'],
}
const addresses = {
  resolve: async (name: string) => names[name] ?? Promise.reject(new Error('ENOTFOUND')),
  own: () => ['127.0.0.1', '172.20.0.2', '172.21.0.2', 'fd00::2'],
}
const bound = (env: Record<string, string>) => bindToOwnAddresses(readConfig(env), addresses)

describe('bindToOwnAddresses', () => {
  it('replaces a name by the address that this machine has of it, for every listener', async () => {
    const config = await bound({
      HOST: 'inner',
      METRICS_LISTEN: 'inner:9464',
      HEALTH_LISTEN: 'six:9465',
      LOOKUPS_LISTEN: 'inner:50051',
      BATCHES_LISTEN: 'six:50052',
    })
    expect(config).to.deep.include({
      HOST: '172.20.0.2',
      METRICS_LISTEN: { host: '172.20.0.2', port: 9464 },
      HEALTH_LISTEN: { host: 'fd00::2', port: 9465 },
      LOOKUPS_LISTEN: '172.20.0.2:50051',
      BATCHES_LISTEN: '[fd00::2]:50052',
    })
  })

  it('leaves addresses, localhost and what is not set as they are', async () => {
    for (const env of [
      {},
      { HOST: '0.0.0.0', LOOKUPS_LISTEN: '0.0.0.0:50051', BATCHES_LISTEN: '[::]:50052' },
      { HOST: '::', METRICS_LISTEN: '[::1]:0', HEALTH_LISTEN: '127.0.0.1:0' },
      { HOST: 'localhost', LOOKUPS_LISTEN: 'localhost:50051', METRICS_LISTEN: 'localhost:9464' },
    ] as Record<string, string>[]) {
      expect(await bound(env)).to.deep.equal(readConfig(env))
    }
  })

  for (const [what, name] of [
    ['of another machine', 'elsewhere'],
    ['that nobody knows', 'unknown'],
  ] as const) {
    it(`asks again for a name ${what}, and gives up with the setting`, async () => {
      const clock = driveClock()
      try {
        const error = await clock.run(rejectionOf(bound({ BATCHES_LISTEN: `${name}:50052` })))
        expect(error).to.be.instanceOf(StartError)
        expect(String(error)).to.include('BATCHES_LISTEN').and.include(name)
      } finally {
        clock.stop()
      }
    })
  }

  it('takes a name that becomes known a moment later', async () => {
    const clock = driveClock()
    try {
      const starting = bound({ HOST: 'late' })
      await clock.pass(600)
      names.late = ['172.21.0.2']
      expect((await clock.run(starting)).HOST).to.equal('172.21.0.2')
    } finally {
      clock.stop()
    }
  })

  it('asks the resolver of this machine, which knows 127.1 as a name of 127.0.0.1', async () => {
    expect((await bindToOwnAddresses(readConfig({ HOST: '127.1' }))).HOST).to.equal('127.0.0.1')
  })
})
