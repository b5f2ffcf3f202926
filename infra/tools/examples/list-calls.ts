import { type ExampleCall, kettle, open } from './calls.ts'

const failed = '/inspections?operation=seo-audit&state=failed&limit=2'
const earlier = `/audits?url=${encodeURIComponent(kettle)}&device=mobile`

/** The calls that list what the calls before them left behind. */
export const listCalls: readonly ExampleCall[] = [
  { ...open('inspections', 'listInspections', 'Failed audits, newest first', failed), as: 'anyone' },
  { ...open('usage', 'getUsage', 'What is left of the limits today', '/usage'), as: 'narrow' },
  { ...open('audits', 'listAudits', 'Earlier audits of a page', earlier), as: 'anyone' },
]

/** A site and its crawls. */
export const siteCall: ExampleCall = {
  ...open('site', 'getSite', 'A site and its crawls', '/sites/shop.example'),
  as: 'auditor',
}

/** The calls that list the crawl of the shop once it is in the history of its site. */
export const siteCalls: readonly ExampleCall[] = [
  { ...open('sites', 'listSites', 'Sites that were crawled', '/sites?limit=10'), as: 'auditor' },
  siteCall,
]
