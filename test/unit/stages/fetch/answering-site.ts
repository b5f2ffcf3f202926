import type { RequestListener } from 'node:http'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { loopbackClient, type Site, serve } from './http/loopback.ts'

/** What the tests of a suite share, from before the first to after the last. */
export interface AnsweringSite {
  client: HttpClient
  site: Site
  /** Answers the site's requests; each test sets its own. */
  answer: RequestListener
}

/** A site and a client for it. Call it in `describe`. */
export function answeringSite(): AnsweringSite {
  const stand = {} as AnsweringSite
  before(async () => {
    stand.client = loopbackClient()
    stand.site = await serve((request, response) => stand.answer(request, response))
  })
  after(async () => {
    await stand.client.close()
    await stand.site.close()
  })
  return stand
}
