import { expect } from 'chai'
import type { Scope } from '#gateway/access/api-keys.ts'
import { grantPoliteness, usualHostPoliteness } from '#gateway/routes/batches/batch-politeness.ts'
import { batchSettings } from '#shared/config/settings/batch.ts'
import type { Failure } from '#shared/errors.ts'

const host = { delayMs: 1000, concurrency: 4 }
const ordinary: { scopes: Scope[] } = { scopes: ['metadata', 'batch', 'admin'] }
const unthrottled: { scopes: Scope[] } = { scopes: ['metadata', 'batch', 'unthrottled'] }

function rejection(delayMs: number | null, concurrency: number | null): Failure {
  try {
    grantPoliteness({ delayMs, concurrency }, ordinary, host)
  } catch (error) {
    return error as Failure
  }
  throw new Error('it was accepted')
}

describe('the manners of a batch', () => {
  it('may be as careful as those of the installation, or more so', () => {
    for (const [delayMs, concurrency] of [
      [1000, 4],
      [60_000, 1],
      [null, 2],
      [1001, null],
    ] as const)
      expect(grantPoliteness({ delayMs, concurrency }, ordinary, host)).to.deep.equal({
        ...{ delayMs, concurrency, isUnthrottled: false },
      })
  })

  it('are refused below its delay and above its concurrency, with the bound and the scope that lifts it', () => {
    const delay = rejection(999, null)
    expect(delay.code).to.equal('VALIDATION_ERROR')
    expect(delay.details).to.include({ parameter: 'delay_ms' })
    expect(delay.message).to.match(/^delay_ms must be at least 1000, .*scope unthrottled$/)
    expect(rejection(null, 5).message).to.match(/^concurrency must be at most 4, .*scope unthrottled$/)
    expect(rejection(0, 64).message).to.match(/delay_ms must be .*; concurrency must be /)
  })

  it('may be anything for a key with the scope unthrottled', () => {
    expect(grantPoliteness({ delayMs: 0, concurrency: 64 }, unthrottled, host)).to.deep.equal({
      ...{ delayMs: 0, concurrency: 64, isUnthrottled: true },
    })
  })

  it('are those of the settings by default', () => {
    const { BATCH_HOST_DELAY_MS: delay, BATCH_HOST_CONCURRENCY: concurrency } = batchSettings
    expect([String(usualHostPoliteness.delayMs), String(usualHostPoliteness.concurrency)]).to.deep.equal([
      delay.fallback,
      concurrency.fallback,
    ])
  })
})
