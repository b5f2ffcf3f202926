// own service: its time limits and its health are measured
import { expect } from 'chai'
import { type Expected, endlessAnswers, quickAnswers, slowAnswers } from '#test/e2e/hostile/answers.ts'
import { hostilePages } from '#test/e2e/hostile/pages.ts'
import {
  type HostileSite,
  openHostileSite,
  sendFast,
  type Talk,
  wholeAnswer,
} from '#test/e2e/hostile/site.ts'
import { dataOf, recordWhere } from '#test/support/external/external-client.ts'
import { type ApiAnswer, get } from '#test/support/service/api-client.ts'
import { healthDuring } from '#test/support/service/health-during.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'

/** Time limit for a hostile target: the 10 s of a target fetch (infra/docs/clients.md#limits) and transport. */
const BOUND_MS = 10_000 + 3000

/** The service answers within half a second; the rest is for a busy machine. */
const HEALTHY_MS = 500 + 1000

interface Timed extends ApiAnswer {
  readonly milliseconds: number
}

describe('hostile targets, against the clock: each ends in time, and the next page works', function () {
  this.timeout(60_000)
  let site: HostileSite
  let fixture: ServiceFixture
  let asked = 0

  before(async function () {
    this.timeout(120_000)
    const answers = { ...quickAnswers, ...endlessAnswers, ...slowAnswers }
    const talks = Object.entries(answers).map(([name, { talk }]): [string, Talk] => [name, talk])
    const pages = Object.entries(hostilePages).map(([name, make]): [string, Talk] => [
      name,
      (socket) => void socket.end(wholeAnswer(`<title>${name}</title>${make()}`)),
    ])
    site = await openHostileSite(Object.fromEntries([...talks, ...pages]))
    fixture = await openEmbeddedService()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  async function inspect(url: string): Promise<Timed> {
    const began = performance.now()
    const answer = await get(`${fixture.service.url}/metadata?url=${encodeURIComponent(url)}`)
    return { ...answer, milliseconds: performance.now() - began }
  }

  /** Metadata answers these with 500 in shape B (infra/docs/clients.md#errors); the failure event has the code. */
  async function expectFailure(url: string, answer: ApiAnswer, expected: object): Promise<void> {
    const { statusCode, message } = answer.json ?? {}
    expect([answer.status, statusCode], answer.text).to.deep.equal([500, 500])
    expect(message).to.be.a('string').and.not.equal('An unexpected error occurred')
    const failed = await recordWhere(
      fixture.external,
      (record) => record.topic === 'inspection.failed' && dataOf(record).url === url,
    )
    const { code, details } = dataOf(failed) as { code: string; details: { reason?: string } }
    const reason = details.reason === undefined ? {} : { reason: details.reason }
    expect({ code, ...reason }).to.deep.equal(expected)
  }

  async function expectOutcome(url: string, answer: Timed, expected: Expected): Promise<void> {
    expect(answer.milliseconds).to.be.at.most(BOUND_MS)
    if ('code' in expected) return expectFailure(url, answer, expected)
    expect([answer.status, answer.json?.title], answer.text).to.deep.equal([200, expected.title])
  }

  async function expectNextPageWorks(): Promise<void> {
    const next = await inspect(`${site.url('fine')}?${asked++}`)
    expect([next.status, next.json?.title], next.text).to.deep.equal([200, 'Fine'])
    expect(next.milliseconds).to.be.at.most(BOUND_MS)
  }

  describe('answers', () => {
    for (const [name, { expected }] of Object.entries(quickAnswers)) {
      it(name, async () => {
        const url = site.url(name)
        await expectOutcome(url, await inspect(url), expected)
        await expectNextPageWorks()
      })
    }
  })

  it('answers that would hold up their reader, all at the same time', async () => {
    const waiting = Object.entries({ ...endlessAnswers, ...slowAnswers }).map(
      async ([name, { expected }]) => {
        const url = site.url(name)
        await expectOutcome(url, await inspect(url), expected)
      },
    )
    await Promise.all([...waiting, expectNextPageWorks()])
    await expectNextPageWorks()
  })

  describe('robots.txt', () => {
    const talks: Record<string, Talk> = {
      silence: () => undefined,
      'without end': (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        sendFast(socket, 'user-agent: *\ndisallow: /*a*b*c*d*e\n'.repeat(1000))
      },
      'a redirect to itself': (socket) => void socket.end('HTTP/1.1 302 Found\r\nLocation: ?\r\n\r\n'),
      'a bomb': quickAnswers['gzip bomb']?.talk as Talk,
      'octets that are no HTTP': quickAnswers['no HTTP at all']?.talk as Talk,
    }
    for (const [name, talk] of Object.entries(talks)) {
      it(`${name}: the page is inspected all the same`, async () => {
        const own = await openHostileSite({ 'robots.txt': talk })
        const answer = await inspect(own.url('fine'))
        await own.close()
        expect([answer.status, answer.json?.title], answer.text).to.deep.equal([200, 'Fine'])
        expect(answer.milliseconds).to.be.at.most(BOUND_MS)
      })
    }
  })

  describe('a robots.txt of 51,000 rules that almost match', () => {
    /** Each pattern is tried at every position of the path: 2,000 times 51,000 steps for a naive matcher. */
    const rules = `user-agent: *\n${'disallow:/*yz\n'.repeat(36_000)}${'allow:/*z\n'.repeat(15_000)}`

    it('blocks nothing, and the page is inspected', async () => {
      const own = await openHostileSite({ 'robots.txt': (socket) => void socket.end(wholeAnswer(rules)) })
      try {
        const inspected = inspect(`${own.url('fine')}?${'y'.repeat(1900)}`)
        expect(await healthDuring(fixture.service.url, inspected)).to.be.below(HEALTHY_MS)
        const answer = await inspected
        expect([answer.status, answer.json?.title], answer.text).to.deep.equal([200, 'Fine'])
        await expectNextPageWorks()
      } finally {
        await own.close()
      }
    })
  })

  describe('pages', () => {
    for (const name of Object.keys(hostilePages)) {
      it(name, async () => {
        const url = site.url(name)
        const answer = await inspect(url)
        expect(answer.milliseconds).to.be.at.most(BOUND_MS)
        expect([answer.status, answer.json?.title], answer.text.slice(0, 300)).to.deep.equal([200, name])
        await expectNextPageWorks()
      })
    }
  })
})
