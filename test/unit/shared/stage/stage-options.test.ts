import { expect } from 'chai'
import { readConfig } from '#shared/config/config.ts'
import type { Runtime } from '#shared/runtime.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'

describe('stage-options', () => {
  const poolOf = (slots: number, env: Record<string, string> = {}) =>
    stageOptions({ config: readConfig(env) } as Runtime, slots).pool

  for (const [share, slots, reserved] of [
    ['0.25', 64, 16],
    ['0.25', 5, 2],
    ['0.25', 2, 1],
    ['0.25', 1, 0],
    ['0', 64, 0],
    ['0.99', 10, 9],
  ] as const) {
    it(`reserves ${reserved} of ${slots} slots at a share of ${share}: at least one is open to batch`, () => {
      expect(poolOf(slots, { INTERACTIVE_SLOTS: share })).to.include({ slots, reserved })
    })
  }

  it('takes the limits of the batch lane from the settings', () => {
    const optionsOf = (env: Record<string, string>) => stageOptions({ config: readConfig(env) } as Runtime, 8)
    const changed = optionsOf({ BATCH_HOST_CONCURRENCY: '3' })
    expect(changed.pool.limits).to.deep.equal({ perKey: 3, perTenant: 8 })
    const usual = optionsOf({})
    expect([usual.pool.limits, usual.maxPendingPerHost]).to.deep.equal([{ perKey: 1, perTenant: 8 }, 100])
  })

  it('gives members in other processes a second to tell that they live; the embedded log has none', () => {
    const settleMs = (env: Record<string, string>) =>
      stageOptions({ config: readConfig(env) } as Runtime, 8).poisonPills.settleMs
    expect([settleMs({ KAFKA_BROKERS: 'a:9092' }), settleMs({})]).to.deep.equal([1000, 0])
  })

  it('frees slots of slow batch work in a stage that mostly waits', () => {
    const config = readConfig({})
    expect(stageOptions({ config } as Runtime, 8, 'waiting').pool.slowMs).to.equal(2000)
    expect(stageOptions({ config } as Runtime, 8).pool).not.to.have.property('slowMs')
  })
})
