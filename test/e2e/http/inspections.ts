import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import { type ContractFixture, endedInspection } from './contract-fixture.ts'
import { expectB, expectC } from './shapes.ts'

const PATH = /^\/inspections\/[0-9a-f-]{36}$/
const ASYNC = { Prefer: 'respond-async' }

/** `respond-async`, the location of the answer, and who may read it (infra/docs/clients.md#inspections). */
export function inspectionsContract(fixture: ContractFixture): void {
  describe('inspections', () => {
    let mine: string
    before(async () => {
      mine = await fixture.makeKey({ plan: 'enterprise' })
    })
    afterEach(() => fixture.site.release())

    /** Checks a 202 with its headers; returns the location of the answer. */
    function expectRunning({ status, headers, json }: Answer): string {
      expect(status).to.equal(202)
      expect(headers.location).to.match(PATH)
      expect(headers['preference-applied']).to.equal('respond-async')
      expect(Number(headers['retry-after'])).to.be.at.least(1)
      expect(json()).to.include({ status: 'running', location: headers.location })
      return headers.location as string
    }
    const ended = (location: string, key: string) => endedInspection(fixture, location, key)
    const ask = (path: string, headers: Record<string, string> = ASYNC, key = mine) =>
      fixture.metadata({ url: fixture.site.url(path), fields: 'basic' }, { key, headers })

    it('202 at once, 202 while it runs, then the answer of the synchronous call', async () => {
      fixture.site.hold('/held-async')
      const location = expectRunning(await ask('/held-async'))
      const running = await fixture.call(location, { key: mine })
      expect([running.status, running.headers.location, running.json().status]).to.deep.equal([
        202,
        location,
        'running',
      ])
      fixture.site.release()
      const answer = await ended(location, mine)
      expect([answer.status, answer.json().url]).to.deep.equal([200, fixture.site.url('/held-async')])
      const again = await fixture.call(location, { key: mine })
      expect(again.json()).to.deep.equal(answer.json())
      const { json } = await ask('/held-async', {})
      expect(json()).to.deep.equal(answer.json())
    })

    it('a failure is read as the synchronous call would answer it', async () => {
      expectB(await ended(expectRunning(await ask('/pdf')), mine), 500)
      expect(expectB(await ended(expectRunning(await ask('/to-inside')), mine), 400)).to.match(/^url /)
      const kept = await ended(expectRunning(await ask('/kept-out')), mine)
      expectC(kept, 403, 'ROBOTS_TXT_BLOCKED', ['url', 'robots_txt_url', 'user_agent'])
    })

    it('a cached answer is returned at once, 200', async () => {
      await ask('/async-cached', {})
      const answer = await ask('/async-cached')
      expect([answer.status, answer.headers['x-cache']]).to.deep.equal([200, 'HIT'])
      expect(answer.headers).not.to.have.any.keys('location', 'preference-applied')
    })

    it('the preference is found among others, with parameters, in any case', async () => {
      for (const [at, Prefer] of [
        'wait=10, respond-async',
        'Respond-Async; x=1',
        'respond-async,return=minimal',
      ].entries()) {
        expectRunning(await ask(`/preferred-${at}`, { Prefer }))
      }
      expect((await ask('/not-preferred', { Prefer: 'wait=10, respond-asynchronously' })).status).to.equal(
        200,
      )
    })

    it('for any other key, or an unknown id, it is 404 C', async () => {
      const location = expectRunning(await ask('/private'))
      await ended(location, mine)
      const other = await fixture.makeKey({ plan: 'enterprise', scopes: ['metadata', 'snapshot', 'batch'] })
      expectC(await fixture.call(location, { key: other }), 404, 'NOT_FOUND')
      for (const id of [
        'x',
        '00000000-0000-4000-8000-000000000000',
        '..',
        '%00',
        `${location.split('/')[2]}x`,
      ]) {
        expectC(await fixture.call(`/inspections/${encodeURIComponent(id)}`, { key: mine }), 404, 'NOT_FOUND')
      }
    })

    it('needs a key but no scope, and costs no quota', async () => {
      const key = await fixture.makeKey({ limits: { metadata: 1 } })
      const location = expectRunning(await ask('/counted-once', ASYNC, key))
      for (let time = 0; time < 3; time++) {
        const { status, headers } = await ended(location, key)
        expect(status).to.equal(200)
        expect(headers).not.to.have.property('x-ratelimit-limit')
      }
      expectC(await fixture.call(location, { key: null }), 401, 'INVALID_API_KEY', ['hint'])
    })

    it('works for a snapshot', async () => {
      const answer = await fixture.snapshot(
        { url: fixture.site.url('/kept-out') },
        { key: mine, headers: ASYNC },
      )
      const location = expectRunning(answer)
      expect([200, 202, 403]).to.include((await fixture.call(location, { key: mine })).status)
    })

    it('wrong parameters are answered at once', async () => {
      const answer = await fixture.metadata({ url: 'http://10.0.0.1/' }, { key: mine, headers: ASYNC })
      expect(expectB(answer, 400)).to.match(/^url /)
    })

    it('identical ones in flight are one inspection, and each caller reads its own spelling under its own id', async () => {
      fixture.site.hold('/held-joined')
      const spellings = ['', '#one', '#two', '#three']
      const urls = spellings.map((end) => `${fixture.site.url('/held-joined')}${end}`)
      const answers = await Promise.all(
        urls.map((url) =>
          fixture.metadata({ url }, { key: mine, headers: { ...ASYNC, 'Cache-Control': 'no-cache' } }),
        ),
      )
      fixture.site.release()
      const locations = answers.map(expectRunning)
      expect(new Set(locations).size).to.equal(4)
      for (const [at, location] of locations.entries()) {
        expect((await ended(location, mine)).json().url).to.equal(urls[at])
      }
      expect(fixture.site.hits('/held-joined')).to.equal(1)
    })

    it('other parameters are another inspection', async () => {
      const url = fixture.site.url('/not-joined')
      await Promise.all([
        fixture.metadata({ url, device: 'mobile' }),
        fixture.metadata({ url, device: 'desktop' }),
      ])
      expect(fixture.site.hits('/not-joined')).to.equal(2)
    })
  })
}
