import { expect } from 'chai'
import { readConfig } from '#shared/config.ts'
import type { Runtime } from '#shared/pipeline/part.ts'
import { stageOptions } from '#shared/pipeline/stage-options.ts'

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
    it(`reserves ${reserved} of ${slots} slots at a share of ${share}: batch is never shut out`, () => {
      expect(poolOf(slots, { INTERACTIVE_SLOTS: share })).to.include({ slots, reserved })
    })
  }

  it('takes the manners of the batch lane from the settings', () => {
    const env = { BATCH_HOST_CONCURRENCY: '3', BATCH_HOST_DELAY_MS: '250' }
    expect(poolOf(8, env).manners).to.deep.equal({ perKey: 3, restMs: 250 })
    expect(poolOf(8).manners).to.deep.equal({ perKey: 1, restMs: 1000 })
  })
})
