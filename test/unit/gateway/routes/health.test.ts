import Router from '@koa/router'
import { expect } from 'chai'
import type { Middleware } from 'koa'
import type { Dependency, DependencyHealth } from '#gateway/health/dependencies.ts'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { healthRoutes } from '#gateway/routes/health.ts'
import { httpCall } from '../support/http-call.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

describe('health routes', () => {
  let app: SmallApp
  let missing: Dependency[]
  let reasons: Partial<Record<Dependency, string>>
  let behind: string[]
  let isStarted: boolean
  let browserFault: string | null
  let wallsOff: string[]
  before(async () => {
    const router = new Router<CallState>()
    const dependencies = { unavailable: () => missing, reasons: () => reasons } as DependencyHealth
    healthRoutes(router, {
      dependencies,
      isStarted: () => isStarted,
      lagging: () => behind,
      browserError: () => browserFault,
      missingIsolation: () => wallsOff,
    })
    app = await serveApp(router.routes() as unknown as Middleware)
  })
  beforeEach(() => {
    missing = []
    reasons = {}
    behind = []
    isStarted = true
    browserFault = null
    wallsOff = []
  })
  after(() => app.close())

  const readiness = async () => {
    const { status, json } = await httpCall(app.url, '/readyz')
    return { http: status, ...json() }
  }

  it('are ready with all that is needed', async () => {
    expect(await readiness()).to.deep.equal({ http: 200, status: 'ready', missing: [], behind: [] })
  })

  it('report missing dependencies, and are unavailable without a required one', async () => {
    missing = ['objects', 'store']
    expect(await readiness()).to.deep.equal({ http: 503, status: 'unavailable', missing, behind })
  })

  for (const away of [['objects'], ['batches'], ['objects', 'batches']] as const) {
    it(`are degraded without the ${away.join(' and the ')}`, async () => {
      missing = [...away]
      expect(await readiness()).to.deep.equal({ http: 200, status: 'degraded', missing, behind })
    })
  }

  it('are degraded while a stage lags, and report it', async () => {
    behind = ['extract']
    expect(await readiness()).to.deep.equal({ http: 200, status: 'degraded', missing, behind })
  })

  it('are degraded while a render stage has no browser, with the reason', async () => {
    browserFault = 'There is none'
    expect(await readiness()).to.deep.equal({
      http: 200,
      status: 'degraded',
      missing: ['browser'],
      behind,
      reasons: { browser: 'There is none' },
    })
  })

  it('name what an answering dependency misses', async () => {
    missing = ['batches']
    reasons = { batches: 'Its database does not answer' }
    expect(await readiness()).to.deep.equal({ http: 200, status: 'degraded', missing, behind, reasons })
  })

  it('are ready and report missing isolation mechanisms of browsers', async () => {
    wallsOff = ['jail']
    const named = { http: 200, status: 'ready', missing: [], behind: [], walls_off: ['jail'] }
    expect(await readiness()).to.deep.equal(named)
  })

  it('have Retry-After while they are unavailable', async () => {
    missing = ['store']
    expect((await httpCall(app.url, '/readyz')).headers['retry-after']).to.equal('2')
    missing = []
    expect((await httpCall(app.url, '/readyz')).headers['retry-after']).to.equal(undefined)
  })

  it('are unavailable before the start has finished', async () => {
    isStarted = false
    expect(await readiness()).to.deep.equal({ http: 503, status: 'unavailable', missing, behind })
    expect((await httpCall(app.url, '/healthz')).status).to.equal(200)
  })
})
