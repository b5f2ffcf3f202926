import { itemOf } from '../advice/items.ts'
import type { Tip } from '../advice/tip.ts'
import { directivesOf } from '../resources/caching.ts'

export const documentNoStore: Tip = {
  id: 'document-no-store',
  title: 'Page with Cache-Control: no-store',
  effort: 'low',
  when: 'the page has Cache-Control: no-store',
  learnMore: 'https://web.dev/articles/bfcache',
  find({ document }) {
    if (!directivesOf(document?.headers['cache-control'] ?? '').has('no-store')) return null
    return {
      message:
        'The page has Cache-Control: no-store, so the Back button may have to reload it. Use no-cache if nothing on it is confidential.',
      items: [itemOf({ url: document?.url ?? null })],
    }
  },
}
