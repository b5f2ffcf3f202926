import { isPrivateTarget } from '../../../derived/links/link-targets.ts'
import { linksOf } from '../../../derived/links/links.ts'
import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const linkLocalhost = rule({
  id: 'link-localhost',
  severity: 'error',
  title: 'Links to localhost or a private network',
  passTitle: 'Links point to public hosts',
  why: 'A link to localhost or a private network works on the machine of whoever wrote it, and nowhere else.',
  fix: 'Replace the host with the public one; usually it comes from a setting of the development environment.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc6761',
  needs: ['document', 'http'],
  messages: {
    private:
      '{affected} of {total} {total:link|links} {affected:points|point} to a host in a private network: {url}.',
  },

  check({ document, http }) {
    const links = linksOf(document).filter(({ type }) => type === 'internal' || type === 'external')
    // A site under development links to itself.
    if (links.length === 0 || isPrivateHost(http.finalUrl)) return notApplicable
    const others = links.filter(
      ({ type, href }) => type === 'external' && href !== null && isPrivateTarget(href),
    )
    const [first] = others
    if (first === undefined) return pass
    const extent = { affected: others.length, total: links.length }
    const evidence = others.map(({ element, written }) => elementEvidence(element, written))
    return fail('private', { values: { url: first.written.slice(0, 200) }, evidence, extent })
  },
})
