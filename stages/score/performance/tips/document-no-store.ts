import type { Tip } from '../advice/tip.ts'
import { directivesOf } from '../resources/caching.ts'

export const documentNoStore: Tip = {
  id: 'document-no-store',
  when: 'the page has Cache-Control: no-store',
  learnMore: 'https://web.dev/articles/bfcache',
  find({ document }) {
    if (!directivesOf(document?.headers['cache-control'] ?? '').has('no-store')) return null
    return {
      message:
        'The page has Cache-Control: no-store, which can keep browsers from showing it at once when the visitor comes back to it: no-cache is enough where nothing is confidential.',
    }
  },
}
