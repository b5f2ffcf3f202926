import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import { directivesOf } from '../resources/caching.ts'

export const cacheForbidden: Tip = {
  id: 'cache-forbidden',
  title: 'Files that no cache may store',
  effort: 'low',
  when: "one of the site's own files has Cache-Control: no-store",
  learnMore: 'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5',
  find: (facts) =>
    ownFilesFinding(
      facts,
      ({ request: { headers } }) => directivesOf(headers['cache-control'] ?? '').has('no-store'),
      'may not be stored by any cache (no-store)',
      'Keep no-store for confidential content',
    ),
}
