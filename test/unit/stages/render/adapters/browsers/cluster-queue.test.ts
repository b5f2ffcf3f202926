import { expect } from 'chai'
import type { Cluster } from 'puppeteer-cluster'
import { openClusterQueue } from '#stages/render/adapters/browsers/cluster-queue.ts'

describe('cluster queue', () => {
  let queue: Cluster
  beforeEach(async () => {
    queue = await openClusterQueue(2)
  })
  afterEach(() => queue.close())

  it('runs a task in each worker at the same time, the others in the order of the calls', async () => {
    const gates = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
    const started: number[] = []
    const workers = new Set<number>()
    const tasks = gates.map((gate, index) =>
      queue.execute(async ({ worker }: { worker: { id: number } }) => {
        started.push(index)
        workers.add(worker.id)
        await gate.promise
      }),
    )
    gates[1]?.resolve()
    await tasks[1]
    gates[2]?.resolve()
    await tasks[2]
    for (const gate of gates) gate.resolve()
    await Promise.all(tasks)
    expect(started).to.deep.equal([0, 1, 2, 3])
    expect([...workers].toSorted()).to.deep.equal([0, 1])
  })

  it('settles like the task, and goes on after one that fails', async () => {
    const failure = new Error('failed')
    const outcome = await queue.execute(() => Promise.reject(failure)).catch((error: unknown) => error)
    expect(outcome).to.equal(failure)
    expect(await queue.execute(async () => 'done')).to.equal('done')
  })
})
