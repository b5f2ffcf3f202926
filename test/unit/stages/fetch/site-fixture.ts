import type { RequestListener } from 'node:http'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { loopbackClient, type Site, serve } from './http/loopback.ts'

/** The site and client that the tests of a suite share. */
export interface SiteFixture {
  client: HttpClient
  site: Site
  /** Answers the requests to the site. Each test sets its own. */
  answer: RequestListener
}

/** Sets up a site and a client for it. Call it in `describe`. */
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
