import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import { directivesOf } from '../resources/caching.ts'

export const cacheRevalidation: Tip = {
  id: 'cache-revalidation',
  when: "one of the site's own files has Cache-Control: no-cache without no-store",
  learnMore: 'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.4',
  find: (facts) =>
    ownFilesFinding(
      facts,
      ({ request: { headers } }) => {
        const directives = directivesOf(headers['cache-control'] ?? '')
        return directives.has('no-cache') && !directives.has('no-store')
      },
      'must be asked about before every use (no-cache)',
      'a round trip each that max-age saves',
    ),
}
