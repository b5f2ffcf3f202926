import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

const ASYNC = { Prefer: 'respond-async' }
const NO_CACHE = { 'Cache-Control': 'no-cache' }

interface Listed {
  readonly id: string
  readonly url: string
  readonly state: string
}

/** The list of an owner's inspections (infra/docs/clients.md#inspection-list). */
export function historyContract(fixture: ContractFixture): void {
  describe('the list of inspections', () => {
    const { length } = '/inspections/'
    let mine: string
    let colleague: string
    beforeEach(async () => {
      const about = { plan: 'enterprise', owner: `history-${randomUUID()}` }
      mine = await fixture.makeKey(about)
      colleague = await fixture.makeKey({ ...about, scopes: ['snapshot'] })
    })
    afterEach(() => fixture.site.release())

    const list = async (
      query = '',
      key = mine,
    ): Promise<{ inspections: Listed[]; next_cursor: string | null }> =>
      (await fixture.call(`/inspections${query}`, { key })).json()
    const inspect = (path: string, headers: Record<string, string> = {}) =>
      fixture.metadata({ url: fixture.site.url(path), fields: 'basic' }, { key: mine, headers })
    /** Waits until so many run: a list may show an end some milliseconds later than the caller has its answer. */
    async function untilRunning(number: number, key = mine): Promise<Listed[]> {
      let listed: Listed[] = []
      await eventually(async () => {
        listed = (await list('', key)).inspections
        return listed.filter(({ state }) => state === 'running').length === number
      })
      return listed
    }
    const allEnded = () => untilRunning(0)

    it('has each with its state, for every key of the owner', async () => {
      const began = Date.now()
      await inspect('/listed-done')
      await inspect('/pdf')
      fixture.site.hold('/held-listed')
      const { headers } = await inspect('/held-listed', ASYNC)
      const inspections = await untilRunning(1, colleague)
      expect((await list()).next_cursor).to.equal(null)
      const [held, failed, done] = inspections as unknown as Record<string, unknown>[]
      expect(inspections).to.have.length(3)
      expect(held).to.deep.include({
        id: headers.location?.slice(length),
        state: 'running',
        ms: null,
        code: null,
      })
      expect(failed).to.include({
        state: 'failed',
        code: 'UNSUPPORTED_CONTENT',
        url: fixture.site.url('/pdf'),
      })
      expect(done).to.include({ state: 'done', code: null, operation: 'metadata' })
      expect(done?.ms).to.be.within(0, Date.now() - began)
      expect(Date.parse(String(done?.created_at))).to.be.within(began - 1000, Date.now() + 1000)
      fixture.site.release()
      expect((await allEnded())[0]).to.include({ state: 'done' })
    })

    it('has those that joined another one under their own id, and none that the cache answered', async () => {
      fixture.site.hold('/held-listed-joined')
      const urls = ['', '#one'].map((end) => `/held-listed-joined${end}`)
      const answers = await Promise.all(urls.map((url) => inspect(url, { ...ASYNC, ...NO_CACHE })))
      expect((await list()).inspections.map(({ state }) => state)).to.deep.equal(['running', 'running'])
      fixture.site.release()
      const ended = await allEnded()
      expect(ended.map(({ state }) => state)).to.deep.equal(['done', 'done'])
      expect(ended.map(({ id }) => id)).to.have.members(
        answers.map(({ headers }) => headers.location?.slice(length)),
      )
      expect(ended.map(({ url }) => url)).to.have.members(urls.map((url) => fixture.site.url(url)))
      await inspect('/held-listed-joined')
      expect((await list()).inspections).to.have.length(2)
    })

    it('is filtered and paged', async () => {
      for (const path of ['/paged-1', '/pdf', '/paged-2', '/paged-3']) await inspect(path, NO_CACHE)
      await allEnded()
      const first = await list('?state=done&operation=metadata&limit=2')
      await inspect('/paged-4')
      const second = await list(`?state=done&operation=metadata&limit=2&cursor=${first.next_cursor}`)
      const paths = [...first.inspections, ...second.inspections].map(({ url }) => new URL(url).pathname)
      expect([paths, second.next_cursor]).to.deep.equal([['/paged-3', '/paged-2', '/paged-1'], null])
      const { host, hostname } = new URL(fixture.site.url('/'))
      for (const [name, number] of [
        [host, 5],
        [hostname, 5],
        ['other.example', 0],
      ] as const)
        expect((await list(`?host=${name}`)).inspections, name).to.have.length(number)
      expect((await list('?operation=snapshot')).inspections).to.deep.equal([])
    })

    it('needs a key, and rejects what it does not know', async () => {
      expectC(await fixture.call('/inspections', { key: null }), 401, 'INVALID_API_KEY', ['hint'])
      for (const query of ['after=1', 'limit=0', 'limit=1&limit=2', 'cursor=x', 'state=', 'host=a/b']) {
        const answer = await fixture.call(`/inspections?${query}`, { key: mine })
        expectC(answer, 400, 'VALIDATION_ERROR', ['parameter', 'reason'])
      }
    })

    it('counts nothing, and shows nothing to others', async () => {
      await inspect('/mine-alone')
      const { headers } = await fixture.call('/inspections', { key: await fixture.makeKey() })
      expect(headers).not.to.have.property('x-ratelimit-limit')
      expect((await list('', await fixture.makeKey())).inspections).to.deep.equal([])
    })
  })
}
