import type { RequestListener } from 'node:http'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { loopbackClient, type Site, serve } from './http/loopback.ts'

/** What the tests of a suite share, from before the first to after the last. */
export interface SiteFixture {
  client: HttpClient
  site: Site
  /** Answers the site's requests; each test sets its own. */
  answer: RequestListener
}

/** A site and a client for it. Call it in `describe`. */
export function siteFixture(): SiteFixture {
  const fixture = {} as SiteFixture
  before(async () => {
    fixture.client = loopbackClient()
    fixture.site = await serve((request, response) => fixture.answer(request, response))
  })
  after(async () => {
    await fixture.client.close()
    await fixture.site.close()
  })
  return fixture
}
