import { expect } from 'chai'
import { evictionProblem } from '#shared/adapters/redis/eviction.ts'

const memoryInfo = (policy: string, maxmemory: number) =>
  `# Memory\r\nused_memory:1\r\nmaxmemory:${maxmemory}\r\nmaxmemory_human:1M\r\nmaxmemory_policy:${policy}\r\n`

describe('evictionProblem', () => {
  it('reports state that may be evicted, and a cache that never evicts', () => {
    expect(evictionProblem(memoryInfo('volatile-lru', 5), 'state')).to.deep.equal({
      policy: 'volatile-lru',
      maxmemory: 5,
    })
    expect(evictionProblem(memoryInfo('noeviction', 5), 'state')).to.equal(null)
    expect(evictionProblem(memoryInfo('noeviction', 5), 'cache')).to.deep.equal({
      policy: 'noeviction',
      maxmemory: 5,
    })
    expect(evictionProblem(memoryInfo('allkeys-lru', 5), 'cache')).to.equal(null)
  })

  it('reports nothing for a server without a memory limit or an unknown policy', () => {
    expect(evictionProblem(memoryInfo('volatile-lru', 0), 'state')).to.equal(null)
    expect(evictionProblem('', 'state')).to.equal(null)
  })
})
