import { expect } from 'chai'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { endlessAnswers, quickAnswers } from './answers.ts'
import { hostileInspections } from './hostile-inspections.ts'
import { hostilePages } from './pages.ts'
import { type HostileSite, openHostileSite, sendFast, type Talk, wholeAnswer } from './site.ts'

describe('hostile targets: each ends, and the next page works', function () {
  this.timeout(90_000)
  let site: HostileSite
  let fixture: UsedService
  const { inspect, expectOutcome, expectNextPageWorks } = hostileInspections(() => fixture)

  before(async function () {
    this.timeout(120_000)
    const talks = Object.entries({ ...quickAnswers, ...endlessAnswers }).map(
      ([name, { talk }]) => [name, talk] as const,
    )
    const pages = Object.entries(hostilePages).map(([name, make]): [string, Talk] => [
      name,
      (socket) => void socket.end(wholeAnswer(`<title>${name}</title>${make()}`)),
    ])
    site = await openHostileSite(Object.fromEntries([...talks, ...pages]))
    fixture = await workerService()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  describe('answers', () => {
    for (const [name, { expected }] of Object.entries(quickAnswers)) {
      it(name, async () => {
        await expectOutcome(site.url(name), expected)
        await expectNextPageWorks(site.url('fine'))
      })
    }
  })

  it('answers without end, all at the same time', async () => {
    const outcomes = Object.entries(endlessAnswers).map(([name, { expected }]) =>
      expectOutcome(site.url(name), expected),
    )
    await Promise.all([...outcomes, expectNextPageWorks(site.url('fine'))])
    await expectNextPageWorks(site.url('fine'))
  })

  describe('robots.txt', () => {
    /** Each pattern is tried at every position of the path: 2,000 times 51,000 steps for a naive matcher. */
    const rules = `user-agent: *\n${'disallow:/*yz\n'.repeat(36_000)}${'allow:/*z\n'.repeat(15_000)}`
    const talks: Record<string, Talk> = {
      silence: () => undefined,
      'without end': (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        sendFast(socket, 'user-agent: *\ndisallow: /*a*b*c*d*e\n'.repeat(1000))
      },
      'a redirect to itself': (socket) => void socket.end('HTTP/1.1 302 Found\r\nLocation: ?\r\n\r\n'),
      'a bomb': quickAnswers['gzip bomb']?.talk as Talk,
      'octets that are no HTTP': quickAnswers['no HTTP at all']?.talk as Talk,
      '51,000 rules that almost match': (socket) => void socket.end(wholeAnswer(rules)),
    }
    for (const [name, talk] of Object.entries(talks)) {
      it(`${name}: the page is inspected all the same`, async () => {
        const own = await openHostileSite({ 'robots.txt': talk })
        try {
          const { status, json, text } = await inspect(`${own.url('fine')}?${'y'.repeat(1900)}`)
          expect([status, json?.title], text).to.deep.equal([200, 'Fine'])
        } finally {
          await own.close()
        }
      })
    }
  })

  describe('pages', () => {
    for (const name of Object.keys(hostilePages)) {
      it(name, async () => {
        await expectOutcome(site.url(name), { title: name })
        await expectNextPageWorks(site.url('fine'))
      })
    }
  })
})
