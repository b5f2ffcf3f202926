import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import type { Log } from '#shared/log.ts'
import type { CodePool } from '#stages/render/lab/code/code.worker.ts'
import { startCodePool } from '#stages/render/lab/code/code-pool.ts'
import { makeCodeMeasurement } from '#stages/render/lab/code/measure-code.ts'
import { makeOptionalMetrics } from '#stages/render/lab/optional-metrics.ts'

const log = { warn() {} } as unknown as Log

let codePool: CodePool
function setUp() {
  const { signal } = new AbortController()
  const metrics = makeOptionalMetrics({ guard: (step) => step, signal }, log)
  return { metrics, code: makeCodeMeasurement({ metrics, codePool, url: 'https://a.example/', signal }) }
}

/** A session that answers each command with `answer`, and loads a page when it is asked to. */
function session(answer: (method: string) => Promise<unknown>): CDPSession {
  const events = new EventEmitter()
  const send = async (method: string) => {
    if (method !== 'Page.navigate') return answer(method)
    events.emit('Page.frameNavigated', { frame: {} })
    events.emit('Page.loadEventFired', {})
    return {}
  }
  return Object.assign(events, { send }) as unknown as CDPSession
}

const none = { coverage: null, duplicatedCode: null, legacyCode: null }

describe('the measurement of code', () => {
  before(() => {
    codePool = startCodePool()
  })
  after(() => codePool.stop())

  it('gives what it found, for one page after the other', async () => {
    for (let pages = 0; pages < 3; pages++) {
      const { metrics, code } = setUp()
      await code.start(session(async () => ({ result: [], ruleUsage: [] })))
      await code.collect([], 1000)
      expect(await code.findings()).to.deep.equal({ coverage: [], duplicatedCode: [], legacyCode: [] })
      expect(metrics.missing).to.deep.equal({})
    }
  })

  it('is missing when it fails, and rejects nothing', async () => {
    const { metrics, code } = setUp()
    await code.start(session(() => Promise.reject(new Error('Not allowed'))))
    await code.collect([], 1000)
    expect(await code.findings()).to.deep.equal(none)
    expect(metrics.missing).to.deep.equal({ coverage: 'failed' })
  })

  it('is missing when there is no time', async () => {
    const { metrics, code } = setUp()
    await code.start(
      session((method) => (method.startsWith('Debugger.') ? new Promise(() => {}) : Promise.resolve({}))),
    )
    expect(metrics.missing).to.deep.equal({})
    await code.collect([], 20)
    expect(await code.findings()).to.deep.equal(none)
    expect(metrics.missing).to.deep.equal({ coverage: 'no_time' })
  })

  it('is missing for the reason for which the page was not loaded again', async () => {
    const { metrics, code } = setUp()
    metrics.markMissing('second_view', 'page_busy')
    expect(await code.findings()).to.deep.equal(none)
    expect(metrics.missing).to.include({ coverage: 'page_busy' })
  })
})
