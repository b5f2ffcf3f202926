import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { a, idNamed } from '../batch-ids.ts'
import { batchNamed, dispatchedUrls, numbered } from '../batch-scene.ts'
import { DAY_MS, type FrontierScene } from '../frontier-fixture.ts'
import { lineGroup } from './line-groups.ts'

/** Batches that come in pieces: until their start, and when that never comes. */
export function frontierOpenBatchesContract(store: FrontierScene): void {
  describe('open batches', () => {
    const urls = numbered('x.example', 3)
    const open = (id: string) => store.frontier.create(batchNamed(id, { state: 'open', owner: 'me' }))
    const stateOf = async (id: string) => (await store.frontier.status(id))?.state

    it('take lines over restarts, are listed, and run from their start on', async () => {
      await open(a)
      await store.frontier.addLines(a, lineGroup(1, urls.slice(0, 2)))
      await store.reopen()
      await store.frontier.addLines(a, lineGroup(3, urls.slice(2)))
      expect(await stateOf(a)).to.equal('open')
      const listing = { owner: 'me', limit: 9, after: null }
      for (const state of [null, 'open'] as const)
        expect((await store.frontier.list({ ...listing, state })).batches, `${state}`).to.have.length(1)
      expect((await store.frontier.list({ ...listing, state: 'running' })).batches).to.deep.equal([])
      expect(await store.dispatch(10)).to.deep.equal([])
      await store.frontier.start(a, false)
      await store.frontier.start(a, false)
      expect(await stateOf(a)).to.equal('running')
      await store.reopen({ perHost: 9 })
      expect(dispatchedUrls(await store.dispatch(10))).to.deep.equal(urls)
    })

    it('do not finish before their start, and then at once without items', async () => {
      await open(a)
      await store.frontier.addLines(a, lineGroup(1, [{ reason: 'no URL' }]))
      expect(await store.frontier.status(a)).to.include({ state: 'open', finishedAt: null })
      await store.frontier.start(a, false)
      expect(await stateOf(a)).to.equal('finished')
    })

    it('are neither paused nor resumed', async () => {
      await open(a)
      await store.frontier.addLines(a, lineGroup(1, urls))
      for (const state of ['paused', 'running'] as const)
        expect((await store.frontier.setState(a, state))?.state, state).to.equal('open')
      expect(await store.dispatch(10)).to.deep.equal([])
    })

    it('are gone when they are discarded', async () => {
      await open(a)
      await store.frontier.addLines(a, lineGroup(1, urls))
      await store.frontier.discard(a)
      expect(await stateOf(a)).to.equal(undefined)
      expect(await store.frontier.addLines(a, lineGroup(4, urls))).to.equal(null)
    })

    it('are cancelled for good', async () => {
      await open(a)
      await store.frontier.addLines(a, lineGroup(1, urls))
      const status = await store.frontier.setState(a, 'cancelled')
      expect(status).to.include({ state: 'cancelled' })
      expect(status?.finishedAt).to.be.a('string')
      expect(status?.counts).to.include({ waiting: 0, running: 0 })
      await store.frontier.start(a, false)
      expect(await stateOf(a)).to.equal('cancelled')
      expect(await store.dispatch(10)).to.deep.equal([])
    })

    it('are removed a day after the last lines; started ones stay', async () => {
      const [idle, growing, started] = ['idle', 'growing', 'started'].map(idNamed) as [string, string, string]
      for (const id of [idle, growing, started]) await open(id)
      await store.frontier.addLines(idle, lineGroup(1, urls))
      await store.frontier.start(started, false)
      await store.pass(DAY_MS / 2)
      await store.frontier.addLines(growing, lineGroup(1, urls))
      await store.pass(DAY_MS / 2 + 60_000)
      await eventually(async () => (await stateOf(idle)) === undefined)
      expect(await stateOf(growing)).to.equal('open')
      expect(await stateOf(started)).to.equal('finished')
      expect(await store.frontier.addLines(idle, lineGroup(4, urls))).to.equal(null)
    })
  })
}
