import { expect } from 'chai'
import { FairQueue } from '#shared/async/fair-queue.ts'
import type { Job } from '#shared/consumer/pool/job.ts'

describe('FairQueue', () => {
  const job = (name: string, tenant: string | null) =>
    ({ name, tenant, lane: 'interactive', key: null, run: async () => 'over' }) as Job & { name: string }
  const queueOf = (...jobs: [name: string, tenant: string | null][]) => {
    const queue = new FairQueue<Job>()
    for (const [name, tenant] of jobs) queue.add(job(name, tenant))
    return queue
  }
  const nameOf = (one: Job | null) => (one as { name?: string } | null)?.name ?? null
  const drain = (queue: FairQueue<Job>, isBelowLimit: (tenant: string | null) => boolean = () => true) => {
    const names: string[] = []
    for (let one = queue.take(isBelowLimit); one !== null; one = queue.take(isBelowLimit))
      names.push(nameOf(one) ?? '')
    return names
  }

  it('serves tenants in turn, and the jobs of each in their order', () => {
    const queue = queueOf(['a1', 'a'], ['a2', 'a'], ['a3', 'a'], ['b1', 'b'], ['n1', null], ['n2', null])
    expect(drain(queue)).to.deep.equal(['a1', 'b1', 'n1', 'a2', 'n2', 'a3'])
  })

  it('passes over tenants at their limit, and keeps their jobs', () => {
    const queue = queueOf(['a1', 'a'], ['b1', 'b'], ['b2', 'b'])
    expect(drain(queue, (tenant) => tenant !== 'a')).to.deep.equal(['b1', 'b2'])
    expect(drain(queue)).to.deep.equal(['a1'])
  })

  it('gives withdrawn jobs to nobody, and asks once for each', () => {
    const queue = queueOf(['a1', 'a'], ['a2', 'a'], ['b1', 'b'], ['a3', 'a'])
    const asked: (string | null)[] = []
    const taken = queue.withdraw((one) => {
      asked.push(nameOf(one))
      return one.tenant === 'b' || nameOf(one) === 'a2'
    })
    expect(asked).to.deep.equal(['a1', 'a2', 'a3', 'b1'])
    expect(taken.map(nameOf)).to.deep.equal(['a2', 'b1'])
    queue.add(job('b2', 'b'))
    expect(drain(queue)).to.deep.equal(['a1', 'b2', 'a3'])
  })
})
