import { expect } from 'chai'
import { makeTargetCheck, type TargetCheckPorts } from '#gateway/inspections/target-check.ts'
import { unavailable } from '#shared/errors.ts'
import type { TargetDecision } from '#shared/ports/lookups.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const url = 'http://shop.example/'
const available = { assertAvailable: () => undefined }

describe('makeTargetCheck', () => {
  const deciding = (decision: TargetDecision): TargetCheckPorts => ({
    lookups: { checkTarget: async () => decision },
    dependencies: available,
  })

  it('rejects a target that must not be requested, with its URL and the reason', async () => {
    const refused = { kind: 'refused', reason: 'address_not_allowed', message: 'not public' } as const
    const error = await rejectionOf(makeTargetCheck(deciding(refused))(url, null))
    expect(error).to.include({ code: 'INVALID_URL', message: 'not public' })
    expect(error).to.have.deep.property('details', { url, reason: 'address_not_allowed' })
  })

  it('lets a target pass whose name has no address: the request will report that', async () => {
    for (const kind of ['allowed', 'unresolvable'] as const)
      await makeTargetCheck(deciding({ kind }))(url, null)
  })

  it('has a time limit of 1.5 s, and the trace of the call', async () => {
    const options: unknown[] = []
    const lookups = {
      checkTarget: async (_url: string, given: unknown) => {
        options.push(given)
        return { kind: 'allowed' } as const
      },
    }
    const check = makeTargetCheck({ lookups, dependencies: available })
    await check(url, null)
    await check(url, '00-x')
    expect(options).to.deep.equal([{ timeoutMs: 1500 }, { timeoutMs: 1500, traceparent: '00-x' }])
  })

  it('checks 64 targets at the same time, and the next when one is done', async () => {
    const open: PromiseWithResolvers<void>[] = []
    const lookups = {
      async checkTarget() {
        const check = Promise.withResolvers<void>()
        open.push(check)
        await check.promise
        return { kind: 'allowed' } as const
      },
    }
    const check = makeTargetCheck({ lookups, dependencies: available })
    const checks = Array.from({ length: 66 }, () => check(url, null))
    await new Promise(setImmediate)
    expect(open).to.have.length(64)
    open[0]?.resolve()
    await checks[0]
    await new Promise(setImmediate)
    expect(open).to.have.length(65)
    for (const one of open) one.resolve()
    await new Promise(setImmediate)
    for (const one of open) one.resolve()
    await Promise.all(checks)
  })

  it('asks nothing while a service that the call needs is away', async () => {
    const seen: unknown[] = []
    const dependencies = {
      assertAvailable(named?: unknown) {
        seen.push(named)
        throw unavailable('objects')
      },
    }
    const lookups = { checkTarget: () => Promise.reject(new Error('was asked')) }
    const error = await rejectionOf(makeTargetCheck({ lookups, dependencies })(url, null, ['objects']))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(seen).to.deep.equal([['objects']])
  })
})
