import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const varyEverything: Tip = {
  id: 'vary-everything',
  title: 'Files with Vary: *',
  effort: 'low',
  when: "one of the site's own files has Vary: *",
  learnMore: 'https://www.rfc-editor.org/rfc/rfc9111#section-4.1',
  find: (facts) =>
    ownFilesFinding(
      facts,
      ({ request: { headers } }) => (headers.vary ?? '').split(',').some((field) => field.trim() === '*'),
      'can never be reused from a cache (Vary: *)',
      'List only the request headers that change the response',
    ),
}
