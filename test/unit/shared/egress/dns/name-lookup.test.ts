import { expect } from 'chai'
import { makeNameLookup, type Resolve } from '#shared/egress/dns/name-lookup.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const limits = { dnsTimeoutMs: 1000, dnsCacheMs: 60_000 }

/** A resolver that returns the given answers one after the other, and then repeats the last one. */
function scripted(...answers: (string[] | Error)[]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    resolve: async (name) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push(name)
      if (answer instanceof Error) throw answer
      return answer ?? []
    },
  }
}

describe('makeNameLookup', () => {
  const clock = driveClockInEachTest()

  it('returns all addresses without duplicates', async () => {
    const { resolve } = scripted(['192.0.2.1', '192.0.2.2', '192.0.2.1'])
    const found = await makeNameLookup(resolve, limits)('a.example')
    expect(found).to.deep.equal({ kind: 'found', addresses: ['192.0.2.1', '192.0.2.2'] })
  })

  it('returns dns_failure for an empty answer and for an error', async () => {
    const silent = await makeNameLookup(scripted([]).resolve, limits)('a.example')
    const failing = await makeNameLookup(scripted(new Error('ENOTFOUND')).resolve, limits)('a.example')
    expect(silent).to.include({ kind: 'unresolvable', reason: 'dns_failure' })
    expect(failing).to.include({ kind: 'unresolvable', reason: 'dns_failure' })
  })

  it('does not reject when the resolver throws at once', async () => {
    const found = await makeNameLookup(() => {
      throw new Error('no resolver')
    }, limits)('a.example')
    expect(found).to.include({ kind: 'unresolvable', reason: 'dns_failure' })
  })

  it('times out if the resolver does not answer', async () => {
    const lookup = makeNameLookup(() => new Promise(() => {}), limits)
    const began = clock.now()
    expect(await clock.run(lookup('a.example'))).to.include({ kind: 'unresolvable', reason: 'dns_timeout' })
    expect(clock.now() - began).to.equal(limits.dnsTimeoutMs)
  })

  it('ignores late answers and late errors', async () => {
    const { promise, reject } = Promise.withResolvers<string[]>()
    const lookup = makeNameLookup(() => promise, limits)
    expect(await clock.run(lookup('a.example'))).to.include({ reason: 'dns_timeout' })
    reject(new Error('late'))
  })

  it('shares concurrent queries and caches the answer', async () => {
    const { resolve, asked } = scripted(['192.0.2.1'], ['192.0.2.2'])
    const lookup = makeNameLookup(resolve, limits)
    const first = await Promise.all([lookup('a.example'), lookup('a.example')])
    expect(
      [...first, await lookup('a.example')].map((found) => found.kind === 'found' && found.addresses),
    ).to.eql(Array(3).fill(['192.0.2.1']))
    expect(asked).to.deep.equal(['a.example'])
  })

  it('queries again once the answer is older than it is cached', async () => {
    const { resolve, asked } = scripted(['192.0.2.1'])
    const lookup = makeNameLookup(resolve, limits)
    await lookup('a.example')
    await clock.pass(limits.dnsCacheMs - 1)
    await lookup('a.example')
    expect(asked).to.have.length(1)
    await clock.pass(2)
    await lookup('a.example')
    expect(asked).to.have.length(2)
  })

  it('queries again if caching is off', async () => {
    const { resolve } = scripted(['192.0.2.1'], ['192.0.2.2'])
    const lookup = makeNameLookup(resolve, { ...limits, dnsCacheMs: 0 })
    expect(await lookup('a.example')).to.deep.include({ addresses: ['192.0.2.1'] })
    expect(await lookup('a.example')).to.deep.include({ addresses: ['192.0.2.2'] })
  })

  it('does not cache failures', async () => {
    const { resolve } = scripted(new Error('SERVFAIL'), ['192.0.2.1'])
    const lookup = makeNameLookup(resolve, limits)
    expect((await lookup('a.example')).kind).to.equal('unresolvable')
    expect((await lookup('a.example')).kind).to.equal('found')
  })

  it('returns an overlong answer completely, but does not cache it', async () => {
    const many = Array.from({ length: 17 }, (_, at) => `192.0.2.${at + 1}`)
    const { resolve, asked } = scripted(many)
    const lookup = makeNameLookup(resolve, limits)
    expect(await lookup('a.example')).to.deep.include({ addresses: many })
    await lookup('a.example')
    expect(asked).to.have.length(2)
  })

  it('evicts the oldest names beyond a thousand', async () => {
    const { resolve, asked } = scripted(['192.0.2.1'])
    const lookup = makeNameLookup(resolve, limits)
    for (let i = 0; i <= 1000; i++) await lookup(`${i}.example`)
    await lookup('1000.example')
    expect(asked).to.have.length(1001)
    await lookup('0.example')
    expect(asked).to.have.length(1002)
  })
})
