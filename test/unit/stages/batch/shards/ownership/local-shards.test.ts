import { mock } from 'node:test'
import { expect } from 'chai'
import { isNotAccepted } from '#shared/rpc/shards/not-accepted.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import { makeLocalShards } from '#stages/batch/shards/ownership/local-shards.ts'
import type { OpenShard } from '#stages/batch/shards/ownership/owned-shards.ts'
import type { ShardRunner } from '#stages/batch/shards/runner/shard-runner.ts'
import type { ShardStore } from '#stages/batch/shards/shard-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const tick: Command = { kind: 'tick' }
const answer = { position: 8, wasAdded: [], isKnown: true }

/** The shard 1 of this process, until `lose`. */
async function* noBytes(): AsyncGenerator<Uint8Array> {}

function scene(isCaughtUp: Promise<void> = Promise.resolve()) {
  const sent: Command[] = []
  const runner: Partial<ShardRunner> = {
    isCaughtUp,
    async send(command) {
      sent.push(command)
      return answer
    },
    store: { shardsOf: (id: string) => (id === 'a' ? [4, 5] : []) } as Partial<ShardStore> as ShardStore,
  }
  let opened: OpenShard | null = {
    runner: runner as ShardRunner,
    save: async () => undefined,
    close: async () => undefined,
  }
  const owned = { get: (shard: number) => (shard === 1 ? opened : null) }
  const sites = { report: async () => `{"pages":[]}`, pages: async () => null, copy: noBytes }
  const local = makeLocalShards({ count: 4, owned, sites })
  return {
    local,
    sent,
    lose() {
      opened = null
    },
  }
}

describe('makeLocalShards', () => {
  it('sends commands to, and asks, the shards of this process', async () => {
    const { local, sent } = scene()
    expect([local.count, local.owns(1), local.owns(2)]).to.deep.equal([4, true, false])
    expect(await local.send(1, tick)).to.equal(answer)
    expect(sent).to.deep.equal([tick])
    expect(await local.ask(1, 'shardsOf', 'a')).to.deep.equal([4, 5])
  })

  it('has accepted nothing for the shards of others', async () => {
    const { local, sent, lose } = scene()
    expect(isNotAccepted(await rejectionOf(local.send(2, tick)))).to.equal(true)
    expect(isNotAccepted(await rejectionOf(local.ask(2, 'shardsOf', 'a')))).to.equal(true)
    lose()
    expect(local.owns(1)).to.equal(false)
    expect(isNotAccepted(await rejectionOf(local.send(1, tick)))).to.equal(true)
    expect(sent).to.deep.equal([])
  })

  it('answers about the sites of its batches', async () => {
    const { signal } = new AbortController()
    const { local } = scene()
    expect(await local.report({ id: 'a', owner: '' }, { compare: null, signal })).to.equal('{"pages":[]}')
  })

  it('sends commands at once, and asks once the state is up to date', async () => {
    const caughtUp = Promise.withResolvers<void>()
    const { local } = scene(caughtUp.promise)
    let answered: unknown = null
    const asked = local.ask(1, 'shardsOf', 'a').then((shards) => {
      answered = shards
    })
    expect(await local.send(1, tick)).to.equal(answer)
    await new Promise(setImmediate)
    expect(answered).to.equal(null)
    caughtUp.resolve()
    await asked
    expect(answered).to.deep.equal([4, 5])
  })

  it('does not answer from a shard that is lost meanwhile', async () => {
    const caughtUp = Promise.withResolvers<void>()
    const { local, lose } = scene(caughtUp.promise)
    const asked = rejectionOf(local.ask(1, 'shardsOf', 'a'))
    lose()
    caughtUp.resolve()
    expect(isNotAccepted(await asked)).to.equal(true)
  })

  it('does not wait long for a state that is not up to date', async () => {
    const { local } = scene(new Promise(() => undefined))
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const asked = local.ask(1, 'shardsOf', 'a').catch((error: unknown) => error)
      await new Promise(setImmediate)
      mock.timers.tick(5000)
      expect(isNotAccepted(await asked)).to.equal(true)
    } finally {
      mock.timers.reset()
    }
  })
})
