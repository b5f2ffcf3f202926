import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { TargetDecision } from '#shared/ports/lookups.ts'
import { makeQueueNames } from '#stages/batch/frontier/queues.ts'

describe('makeQueueNames', () => {
  let requested: string[]
  let away: boolean
  const addresses: Readonly<Record<string, string>> = {
    'a.one.com': '192.0.2.1',
    'b.two.com': '192.0.2.1',
    'c.two.com': '192.0.2.2',
  }
  const lookups = {
    async checkTarget(url: string, { lane }: { lane?: string }): Promise<TargetDecision> {
      if (away) throw unavailable('look-ups')
      requested.push(`${lane} ${url}`)
      const address = addresses[new URL(url).hostname]
      return address === undefined ? { kind: 'unresolvable' } : { kind: 'allowed', address }
    },
  }
  beforeEach(() => {
    ;[requested, away] = [[], false]
  })

  it('names queues by host or by domain, without look-ups', async () => {
    const [byHost, byDomain] = [makeQueueNames('host', lookups), makeQueueNames('domain', lookups)]
    for (const units of [byHost, byDomain]) await units.resolve(['http://a.one.com/'])
    expect([byHost.nameOf('http://a.one.com/'), byDomain.nameOf('http://a.one.com/')]).to.deep.equal([
      'a.one.com',
      'one.com',
    ])
    expect(requested).to.deep.equal([])
  })

  it('names one queue for all hosts of an address, by the first of them, never by the address', async () => {
    const units = makeQueueNames('ip', lookups)
    await units.resolve([
      'http://a.one.com/',
      'http://b.two.com/1',
      'http://b.two.com/2',
      'http://c.two.com/',
    ])
    const names = ['a.one.com', 'b.two.com', 'c.two.com'].map((host) => units.nameOf(`http://${host}/x`))
    expect(names).to.deep.equal(['a.one.com', 'a.one.com', 'c.two.com'])
  })

  it('names the queue of a batch by a host of this batch, whatever others have at the address', async () => {
    const units = makeQueueNames('ip', lookups)
    await units.resolve(['http://a.one.com/', 'http://b.two.com/'])
    const nameIn = (batch: string, host: string) => units.nameOf(`http://${host}/`, batch)
    expect(nameIn('first', 'a.one.com')).to.equal('a.one.com')
    expect(nameIn('second', 'b.two.com')).to.equal('b.two.com')
    expect([nameIn('first', 'b.two.com'), nameIn('second', 'a.one.com')]).to.deep.equal([
      'a.one.com',
      'b.two.com',
    ])
  })

  it('looks up each host once, on the batch lane', async () => {
    const units = makeQueueNames('ip', lookups)
    for (let times = 0; times < 2; times++) await units.resolve(['http://a.one.com/1', 'http://a.one.com/2'])
    expect(requested).to.deep.equal(['batch http://a.one.com/2'])
  })

  it('names the queue of a host without a known address by the host', async () => {
    const units = makeQueueNames('ip', lookups)
    await units.resolve(['http://gone.example/', 'no url'])
    away = true
    await units.resolve(['http://a.one.com/'])
    expect(
      ['http://gone.example/', 'http://a.one.com/', 'no url'].map((url) => units.nameOf(url)),
    ).to.deep.equal(['gone.example', 'a.one.com', ''])
  })
})
