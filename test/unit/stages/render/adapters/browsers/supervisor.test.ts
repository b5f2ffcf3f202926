import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import type { BrowserInstance } from '#stages/render/adapters/browsers/instance.ts'
import { type BrowserCounts, superviseBrowser } from '#stages/render/adapters/browsers/supervisor.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'

/** A browser that retires when the test says so. */
function makeInstance(jobs = 1) {
  const retired = Promise.withResolvers<string | null>()
  let isUp = true
  const end = (reason: string | null) => {
    isUp = false
    retired.resolve(reason)
  }
  const instance = {
    pid: 1,
    retired: retired.promise,
    isUp: () => isUp,
    jobCount: () => jobs,
    kill: async (reason: string) => end(reason),
  } as unknown as BrowserInstance
  return { instance, end }
}

describe('browser supervisor', () => {
  const counts = (): BrowserCounts => ({ launched: 0, crashed: 0, recycled: 0 })
  const lines: string[] = []
  const log = (level: string) => (_: object, text: string) => void lines.push(`${level}: ${text}`)
  const logger = { info: log('info'), warn: log('warn'), error: log('error') } as unknown as Log
  const supervise = (
    launches: readonly (BrowserInstance | Error)[],
    counted: BrowserCounts,
    backoff = { backoffMs: 1, maxBackoffMs: 2 },
  ) => {
    const queue = [...launches]
    lines.length = 0
    return superviseBrowser({
      async launch(signal) {
        const next = queue.shift()
        if (next instanceof Error) throw next
        if (next !== undefined) return next
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      ...backoff,
      counts: counted,
      logger,
    })
  }

  it('launches the next browser when one retires or dies, and counts which', async () => {
    const [first, second, third] = [makeInstance(), makeInstance(), makeInstance()]
    const counted = counts()
    const supervisor = supervise([first.instance, second.instance, third.instance], counted)
    expect(await supervisor.ready()).to.equal(first.instance)
    first.end('it has had its maximum of jobs')
    await eventually(async () => (await supervisor.ready()) === second.instance)
    second.end(null)
    await eventually(async () => (await supervisor.ready()) === third.instance)
    expect(counted).to.deep.equal({ launched: 3, crashed: 1, recycled: 1 })
    expect(lines).to.deep.equal(['info: a browser is replaced', 'warn: a browser is replaced'])
    third.end('stopped')
    await supervisor.stop()
  })

  it('lets callers wait through one failed launch', async () => {
    const { instance, end } = makeInstance()
    const supervisor = supervise([new Error('busy machine'), instance], counts())
    expect(await supervisor.ready()).to.equal(instance)
    end('stopped')
    await supervisor.stop()
  })

  it('rejects with SERVICE_UNAVAILABLE after two failed launches in a row', async () => {
    const cause = new Error('no Chromium')
    const backoff = { backoffMs: 1, maxBackoffMs: 60_000 }
    const supervisor = supervise([cause, cause], counts(), backoff)
    expect(await rejectionOf(supervisor.ready())).to.include({ code: 'SERVICE_UNAVAILABLE', cause })
    expect(supervisor.isReady()).to.equal(false)
    await supervisor.stop()
  })

  it('counts a browser that dies before its first job as a failed launch', async () => {
    const [first, second] = [makeInstance(0), makeInstance(0)]
    const supervisor = supervise([first.instance, second.instance], counts())
    await supervisor.ready()
    first.end(null)
    second.end(null)
    const failure = await rejectionOf(eventually(async () => (await supervisor.ready()) === null, 200))
    expect((failure as Error).cause).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await supervisor.stop()
  })

  it('rejects after it was stopped', async () => {
    const { instance, end } = makeInstance()
    const supervisor = supervise([instance], counts())
    await supervisor.ready()
    const stopping = supervisor.stop()
    end('stopped')
    await stopping
    expect(await rejectionOf(supervisor.ready())).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(supervisor.isReady()).to.equal(false)
  })
})
