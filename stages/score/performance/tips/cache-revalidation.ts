import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import { directivesOf } from '../resources/caching.ts'

export const cacheRevalidation: Tip = {
  id: 'cache-revalidation',
  title: 'Files revalidated before each use',
  effort: 'low',
  when: "one of the site's own files has Cache-Control: no-cache without no-store",
  learnMore: 'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.4',
  find: (facts) =>
    ownFilesFinding(
      facts,
      ({ request: { headers } }) => {
        const directives = directivesOf(headers['cache-control'] ?? '')
        return directives.has('no-cache') && !directives.has('no-store')
      },
      'must be revalidated before each use (no-cache)',
      'With max-age each saves a round trip',
    ),
}
