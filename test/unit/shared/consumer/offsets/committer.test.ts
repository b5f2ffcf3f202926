import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { type Committer, makeCommitter } from '#shared/consumer/offsets/committer.ts'
import { unavailable } from '#shared/errors.ts'
import type { Position } from '#shared/ports/event-log.ts'

const at = (partition: number, offset: number, metadata = ''): Position => ({
  topic: 't',
  partition,
  offset,
  metadata,
})

describe('committer', () => {
  let positions: Position[]
  let commits: (readonly Position[])[]
  let errors: unknown[]
  let answer: () => Promise<void>
  let committer: Committer
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
    positions = [at(0, 0), at(1, 0)]
    commits = []
    errors = []
    answer = async () => {}
    committer = makeCommitter({
      lane: 'interactive',
      positions: () => positions,
      commit: (changed) => {
        commits.push(changed)
        return answer()
      },
      onError: (error) => errors.push(error),
    })
  })

  afterEach(() => mock.timers.reset())

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms)
    await turn()
  }

  it('commits 100 ms after a record was finished, once for many records', async () => {
    for (let offset = 1; offset <= 50; offset++) {
      positions = [at(0, offset), at(1, 0)]
      committer.schedule()
    }
    await pass(99)
    expect(commits).to.deep.equal([])
    await pass(1)
    expect(commits).to.deep.equal([[at(0, 50), at(1, 0)]])
    await pass(10_000)
    expect(commits).to.have.length(1)
  })

  it('commits after 250 ms on the batch lane', async () => {
    let count = 0
    const commit = async () => void count++
    makeCommitter({ lane: 'batch', positions: () => [at(0, 1)], commit, onError: () => {} }).schedule()
    await pass(249)
    expect(count).to.equal(0)
    await pass(1)
    expect(count).to.equal(1)
  })

  it('commits all positions again soon after the log was truncated or recreated', async () => {
    await committer.flush()
    committer.scheduleAll()
    await pass(99)
    expect(commits).to.have.length(1)
    await pass(1)
    expect(commits.slice(1)).to.deep.equal([[at(0, 0), at(1, 0)]])
  })

  it('commits a flush at once, and not again when the commit would have been due', async () => {
    committer.schedule()
    await committer.flush()
    expect(commits).to.have.length(1)
    positions = [at(0, 3), at(1, 0)]
    await pass(10_000)
    expect(commits).to.have.length(1)
  })

  it('commits changed positions only, including their metadata', async () => {
    await committer.flush()
    positions = [at(0, 0, 'x'), at(1, 0)]
    await committer.flush()
    positions = [at(0, 0, 'x'), at(1, 7)]
    await committer.flush()
    expect(commits.slice(1)).to.deep.equal([[at(0, 0, 'x')], [at(1, 7)]])
  })

  it('does not commit when nothing changed', async () => {
    await committer.flush()
    await committer.flush()
    expect(commits).to.have.length(1)
  })

  it('commits one at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = () => promise
    const first = committer.flush()
    await turn()
    positions = [at(0, 9), at(1, 0)]
    const second = committer.flush()
    await turn()
    expect(commits).to.have.length(1)
    resolve()
    await Promise.all([first, second])
    expect(commits).to.deep.equal([[at(0, 0), at(1, 0)], [at(0, 9)]])
  })

  it('reports a refusal and never rejects', async () => {
    const refusal = unavailable('log')
    answer = () => Promise.reject(refusal)
    await committer.flush()
    expect(errors).to.deep.equal([refusal])
  })

  it('commits all positions again a second after a refusal, without another call', async () => {
    positions = [at(0, 5), at(1, 5)]
    await committer.flush()
    answer = () => Promise.reject(unavailable('log'))
    positions = [at(0, 6), at(1, 5)]
    committer.schedule()
    await pass(100)
    expect(errors).to.have.length(1)
    answer = async () => {}
    positions = [at(0, 8), at(1, 5)]
    await pass(999)
    expect(commits).to.have.length(2)
    await pass(1)
    expect(commits[2]).to.deep.equal([at(0, 8), at(1, 5)])
  })

  it('leaves no timer after the last flush, refused or not', async () => {
    committer.schedule()
    answer = () => Promise.reject(unavailable('log'))
    await committer.flush()
    await pass(10_000)
    expect(commits).to.have.length(1)
  })
})
