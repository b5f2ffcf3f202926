import type Router from '@koa/router'
import { z } from 'zod'
import { Failure } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { listSites, readSite } from '#shared/store/site-history.ts'
import { type ApiKey, ownerOf } from '../../../access/api-keys.ts'
import { type AuthOptions, authenticate } from '../../../middleware/authenticate.ts'
import type { CallState } from '../../../middleware/call-state.ts'
import { parseStrictQuery } from '../../request/strict-query.ts'
import { siteDetailsBody, sitePageBody } from './bodies.ts'
import { parseSitesQuery, siteHostOf } from './query.ts'

export interface SitesOptions extends AuthOptions {
  /** Has the histories of sites: `shared/store/site-history.ts`. */
  readonly siteHistory: Pick<KeyValues, 'get' | 'getMany'>
}

const noQuery = z.strictObject({})

/** `GET /sites` and `GET /sites/{host}`: the crawls of the key's owner that finished, by host. */
export function sitesRoutes(router: Router<CallState>, options: SitesOptions): void {
  const { siteHistory } = options
  const requireKey = authenticate(options, 'batch')
  router.get('/sites', requireKey, async (context) => {
    const listing = parseSitesQuery(context.querystring)
    const owner = ownerOf(context.state.key as ApiKey)
    context.body = sitePageBody(await listSites(siteHistory, owner, listing))
  })
  router.get('/sites/:host', requireKey, async (context) => {
    parseStrictQuery(noQuery, context.querystring)
    const owner = ownerOf(context.state.key as ApiKey)
    const host = siteHostOf(context.params.host as string)
    const site = host && (await readSite(siteHistory, owner, host))
    if (!site) throw new Failure('NOT_FOUND', 'There is no finished crawl of this site by this owner')
    context.body = siteDetailsBody(site)
  })
}
