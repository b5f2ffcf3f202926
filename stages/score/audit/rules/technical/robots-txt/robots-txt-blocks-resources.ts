import type { Element } from 'domhandler'
import { tokensOf } from '../../../derived/canonical/canonicals.ts'
import { decisionOnFile, isOwnRobots, ruleText } from '../../../derived/robots/robots-decision.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Maximum number that is checked. */
const MOST_RESOURCES = 200

export const robotsTxtBlocksResources = rule({
  id: 'robots-txt-blocks-resources',
  severity: 'warning',
  title: 'Page resources blocked by robots.txt',
  passTitle: 'robots.txt lets Google render the page',
  why: 'Google renders pages to index them. Style sheets, scripts and images that it may not fetch are missing in the rendered page.',
  fix: 'Allow the files in robots.txt.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  excludes: 'Files that are disallowed by the same line as the page itself.',
  needs: ['document', 'robots'],
  messages: {
    blocked:
      'robots.txt blocks {affected} of {total} {total:resource|resources} that the page needs to render: {url}.',
  },

  check({ document, robots }) {
    const own = resourcesOf(document).filter(({ url }) => isOwnRobots(robots, url))
    if (own.length === 0 || robots.state === 'unreachable') return notApplicable
    const evaluated = own.map((resource) => ({
      ...resource,
      verdict: decisionOnFile(robots, 'Googlebot', { url: resource.url, page: document.url }),
    }))
    const blocked = evaluated.flatMap(({ verdict, ...resource }) =>
      verdict?.allowed === false ? [{ ...resource, verdict }] : [],
    )
    const [first] = blocked
    if (evaluated.every(({ verdict }) => verdict === null)) return notApplicable
    if (first === undefined) return pass
    const extent = { affected: blocked.length, total: own.length }
    const evidence = [
      ...blocked.slice(0, 9).map(({ element, url }) => elementEvidence(element, url)),
      externalEvidence(ruleText(first.verdict)),
    ]
    return fail('blocked', { values: { url: first.url.slice(0, 200) }, evidence, extent })
  },
})

function resourcesOf(document: PageDocument): { element: Element; url: string }[] {
  const sheets = document.byTag('link').filter(({ attribs }) => tokensOf(attribs.rel).includes('stylesheet'))
  const written = [
    ...sheets.map((element) => ({ element, written: element.attribs.href })),
    ...document.byTag('script').map((element) => ({ element, written: element.attribs.src })),
    // The first image is most likely the largest element of the first view.
    ...document
      .byTag('img')
      .slice(0, 1)
      .map((element) => ({ element, written: element.attribs.src })),
  ].filter(({ written }) => Boolean(written))
  return written.slice(0, MOST_RESOURCES).flatMap(({ element, written: value }) => {
    const url = document.resolve(value ?? '')
    return url === null ? [] : [{ element, url }]
  })
}
