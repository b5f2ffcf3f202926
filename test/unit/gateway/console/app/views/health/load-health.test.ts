import { expect } from 'chai'
import type { Health } from '#gateway/console/app/views/health/load-health.ts'
import { providePageGlobals } from '../../support/page-globals.ts'

type Load<T> = (signal: AbortSignal) => Promise<T>

describe('loading the health', () => {
  const { fetch } = globalThis
  const { signal } = new AbortController()
  let answers: Readonly<Record<string, Response>>
  let asked: { path: string; headers: unknown }[]
  let loadHealth: Load<Health>
  let loadVersion: Load<string | null>

  before(async () => {
    providePageGlobals()
    const loaded = await import('#gateway/console/app/views/health/load-health.ts')
    loadHealth = loaded.loadHealth
    loadVersion = loaded.loadVersion
  })

  beforeEach(() => {
    asked = []
    globalThis.fetch = async (url, init) => {
      const path = new URL(String(url)).pathname.split('/').at(-1) ?? ''
      asked.push({ path, headers: init?.headers })
      const answer = answers[path]
      if (answer === undefined) throw new TypeError('fetch failed')
      return answer
    }
  })
  afterEach(() => {
    globalThis.fetch = fetch
  })

  it('takes 503 for an answer, and sends no key', async () => {
    answers = {
      readyz: new Response('{"status":"unavailable","missing":["store"],"behind":[]}', { status: 503 }),
      metrics: new Response('pageprobe_waiting_callers 2\n'),
    }
    const { readiness, numbers } = await loadHealth(signal)
    expect(readiness).to.deep.equal({ status: 'unavailable', missing: ['store'], behind: [] })
    expect(numbers?.facts).to.deep.equal([['Waiting callers', '2']])
    expect(asked.map(({ headers }) => headers)).to.deep.equal([undefined, undefined])
  })

  it('goes without metrics', async () => {
    answers = { readyz: new Response('{"status":"ready"}') }
    const { readiness, numbers } = await loadHealth(signal)
    expect(readiness).to.deep.equal({ status: 'ready', missing: [], behind: [] })
    expect(numbers).to.equal(null)
  })

  it('fails when the service does not answer', async () => {
    answers = {}
    const error = await loadHealth(signal).catch((reason) => reason)
    expect([error.code, error.status]).to.deep.equal(['OFFLINE', 0])
  })

  it('fails on an answer that is not of the service', async () => {
    answers = { readyz: new Response('<h1>Bad gateway</h1>', { status: 502 }) }
    const error = await loadHealth(signal).catch((reason) => reason)
    expect([error.code, error.status]).to.deep.equal(['UNEXPECTED', 502])
  })

  it('reads the version', async () => {
    answers = { 'openapi.json': new Response('{"info":{"version":"1.2.3"}}') }
    expect(await loadVersion(signal)).to.equal('1.2.3')
    answers = { 'openapi.json': new Response('{}') }
    expect(await loadVersion(signal)).to.equal(null)
  })
})
