import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import { makeHostGroups } from '#shared/politeness/host-groups.ts'
import { makeFinalUrlPolicy } from '#stages/render/policy/final-url-policy.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const request = { id: '1', url: 'http://shop.example/', lane: 'batch', traceparent: null } as const
const secure = 'https://shop.example/'
const elsewhere = 'https://other.example/'
const never = new AbortController().signal

/** A gate that knows the robots.txt of some origins; others have to be asked for, which takes a turn of the host. */
function gate(...known: string[]) {
  const requested: string[] = []
  const assertAllowed = async (url: string) => {
    requested.push(url)
    if (!known.includes(url)) throw new ThrottledError(20)
    return { crawlDelayMs: 7000 }
  }
  return { known, asked: requested, assertAllowed }
}

describe('final URL policy', () => {
  it('does not wait in a tab for a robots.txt that the visit itself blocks', async () => {
    const robots = gate(request.url)
    const finalUrlPolicy = makeFinalUrlPolicy(robots)
    const error = await rejectionOf(finalUrlPolicy.admitFinalUrl(secure, request, never))
    expect(error)
      .to.be.instanceOf(ThrottledError)
      .and.include({ retryAfterMs: 20, hostGroup: 'shop.example' })
    expect(robots.asked).to.deep.equal([secure])
  })

  it('checks the final URL before the next visit, until its robots.txt is known', async () => {
    const robots = gate(request.url)
    const finalUrlPolicy = makeFinalUrlPolicy(robots)
    await rejectionOf(finalUrlPolicy.admitFinalUrl(secure, request, never))
    for (let round = 0; round < 2; round++)
      expect(await rejectionOf(finalUrlPolicy.admitRequest(request))).to.be.instanceOf(ThrottledError)
    robots.known.push(secure)
    expect(await finalUrlPolicy.admitRequest(request)).to.deep.equal({ crawlDelayMs: 7000 })
    await finalUrlPolicy.admitFinalUrl(secure, request, never)
    robots.asked.length = 0
    await finalUrlPolicy.admitRequest(request)
    expect(robots.asked).to.deep.equal([request.url])
  })

  it('waits for the robots.txt of another site while the page has time', async () => {
    const robots = gate(request.url)
    const clock = driveClock()
    try {
      const landed = makeFinalUrlPolicy(robots).admitFinalUrl(elsewhere, request, never)
      await clock.pass(4900)
      robots.known.push(elsewhere)
      await clock.run(landed)
      const missed = makeFinalUrlPolicy(gate()).admitFinalUrl(elsewhere, request, never)
      expect(await rejectionOf(clock.run(missed))).to.include({ retryAfterMs: 5000 })
    } finally {
      clock.stop()
    }
    const reason = new Error('over')
    const hurried = makeFinalUrlPolicy(gate()).admitFinalUrl(elsewhere, request, AbortSignal.abort(reason))
    expect(await rejectionOf(hurried)).to.equal(reason)
  })

  it('does not wait in a tab for the robots.txt of a host that shares the rate limit', async () => {
    const robots = gate(request.url)
    const finalUrlPolicy = makeFinalUrlPolicy(
      robots,
      makeHostGroups('domain', async () => null),
    )
    const error = await rejectionOf(finalUrlPolicy.admitFinalUrl('https://www.shop.example/', request, never))
    expect(error)
      .to.be.instanceOf(ThrottledError)
      .and.include({ retryAfterMs: 20, hostGroup: 'shop.example' })
    expect(robots.asked).to.deep.equal(['https://www.shop.example/'])
  })

  it('rejects with the error of the robots guard', async () => {
    const blocked = new Failure('ROBOTS_TXT_BLOCKED', 'no')
    const finalUrlPolicy = makeFinalUrlPolicy({ assertAllowed: () => Promise.reject(blocked) })
    expect(await rejectionOf(finalUrlPolicy.admitFinalUrl(secure, request, never))).to.equal(blocked)
    expect(await rejectionOf(finalUrlPolicy.admitFinalUrl(elsewhere, request, never))).to.equal(blocked)
  })
})
