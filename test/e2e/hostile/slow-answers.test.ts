// own service: a target gets five seconds
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { slowAnswers } from './answers.ts'
import { hostileInspections } from './hostile-inspections.ts'
import { type HostileSite, openHostileSite, type Talk } from './site.ts'

describe('hostile targets that take longer than they may', function () {
  this.timeout(120_000)
  let site: HostileSite
  let fixture: ServiceFixture
  const { expectOutcome, expectNextPageWorks } = hostileInspections(() => fixture)
  before(async () => {
    const talks = Object.entries(slowAnswers).map(([name, { talk }]): [string, Talk] => [name, talk])
    site = await openHostileSite(Object.fromEntries(talks))
    fixture = await openEmbeddedService({ FETCH_TIMEOUT_MS: '5000' })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  it('end, all at the same time, and the next page works', async () => {
    const outcomes = Object.entries(slowAnswers).map(([name, { expected }]) =>
      expectOutcome(site.url(name), expected),
    )
    await Promise.all([...outcomes, expectNextPageWorks(site.url('fine'))])
    await expectNextPageWorks(site.url('fine'))
  })
})
