import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import type { BrowserInstance } from '#stages/render/adapters/browsers/instance.ts'
import { enforceMemoryLimit, readSessionMemory } from '#stages/render/adapters/browsers/memory-limit.ts'

const MIB = 1024 * 1024
/** Holds 64 MiB in a session of its own, and says when it has them. */
const holder = `globalThis.held = Buffer.alloc(64 * ${MIB}, 1); process.stdout.write('held'); setInterval(() => {}, 1e6)`

describe('memory limit', () => {
  let child: ChildProcess
  before(async () => {
    child = spawn(process.execPath, ['-e', holder], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout as NodeJS.ReadableStream, 'data')
  })
  after(() => child.kill('SIGKILL'))

  const pidOf = () => child.pid as number

  it('reads the memory of a session, and nothing of other sessions', () => {
    const memory = readSessionMemory(new Set([pidOf(), 2 ** 22 + 1]))
    expect([...memory.keys()]).to.deep.equal([pidOf()])
    const { totalBytes = 0, largestBytes = 0 } = memory.get(pidOf()) ?? {}
    expect(largestBytes).to.be.within(64 * MIB, 400 * MIB)
    expect(totalBytes).to.equal(largestBytes)
  })

  const instanceWith = (runningJobs: number, kill: (reason: string) => void) =>
    ({ pid: pidOf(), runningJobs: () => runningJobs, kill }) as unknown as BrowserInstance

  it('kills a browser one of whose processes has too much, however many jobs it has', async () => {
    const killed = Promise.withResolvers<string>()
    const instance = instanceWith(100, killed.resolve)
    const stop = enforceMemoryLimit(() => [instance], { memoryBytes: 32 * MIB, memoryCheckMs: 1 })
    expect(await killed.promise).to.match(/^its pages take too much memory: \d+ MiB$/)
    stop()
  })

  it('leaves a browser below its limit', async () => {
    const kills: string[] = []
    const checked = Promise.withResolvers<void>()
    const instance = instanceWith(1, (reason) => kills.push(reason))
    let checks = 0
    const busy = () => {
      checks += 1
      if (checks === 3) checked.resolve()
      return [instance]
    }
    const stop = enforceMemoryLimit(busy, { memoryBytes: 1024 * MIB, memoryCheckMs: 1 })
    await checked.promise
    stop()
    expect(kills).to.deep.equal([])
  })
})
