import { expect } from 'chai'
import { reportBrowserHealth } from '#stages/render/reporting/browser-report.ts'
import { eventually } from '#test/contract/eventually.ts'

describe('reportBrowserHealth', () => {
  let told: { key: string; value: string; ttlSeconds: number | null }[]
  let program: string | null
  let isHealthy: boolean
  let looks: number
  let walls: string[]
  let end: () => void
  const store = {
    async set(key: string, value: string, ttlSeconds: number | null) {
      told.push({ key, value, ttlSeconds })
    },
  }
  function start({ timeoutMs: startGraceMs = 60_000, everyMs: intervalMs = 2, at = store } = {}): void {
    end = reportBrowserHealth({
      store: at,
      findBrowser: () => program,
      isHealthy() {
        looks += 1
        return isHealthy
      },
      missingIsolation: () => walls,
      intervalMs,
      startGraceMs,
    })
  }
  beforeEach(() => {
    told = []
    looks = 0
    walls = []
    program = '/usr/bin/chromium'
    isHealthy = true
  })
  afterEach(() => end())

  it('writes nothing while there is a browser, or while one may still launch', async () => {
    start()
    await eventually(() => looks > 5)
    isHealthy = false
    await eventually(() => looks > 15)
    expect(told).to.deep.equal([])
  })

  it('reports at once that no browser is installed, and keeps the report beyond the next check', () => {
    program = null
    isHealthy = false
    start({ everyMs: 2000 })
    expect(told).to.have.length(1)
    expect(told[0]).to.include({ key: 'browser:fault', ttlSeconds: 6 })
    expect(told[0]?.value).to.match(/no Chromium.*CHROME_PATH/)
  })

  it('reports that no browser launches until one does', async () => {
    isHealthy = false
    start({ timeoutMs: 20 })
    await eventually(() => told.length > 2)
    expect(told[0]?.value).to.match(/does not start/)
    isHealthy = true
    const before = looks
    await eventually(() => looks > before + 2)
    const { length } = told
    await eventually(() => looks > before + 10)
    expect(told).to.have.length(length)
  })

  it('reports the isolation that browsers lack', async () => {
    walls = ['sandbox', 'jail']
    start({ everyMs: 2000 })
    expect(told).to.deep.equal([{ key: 'browser:walls-off', value: 'sandbox,jail', ttlSeconds: 6 }])
  })

  it('continues without the store', async () => {
    program = null
    isHealthy = false
    start({ at: { set: () => Promise.reject(new Error('away')) } })
    await eventually(() => looks > 5)
  })
})
