import { isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { wordsOf } from '../title/titles.ts'

/** With fewer words, an app root and scripts, the content of a page comes from its scripts. */
const FEWEST_WORDS = 50

/** Ids of root elements that frameworks fill: React, Vue, Next, Nuxt, Gatsby, Angular, Svelte, Ember. */
const rootIds = [
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'app-root',
  'svelte',
  'ember-application',
  'react-root',
  'main-app',
]
const rootTags = ['app-root', 'ion-app', 'my-app']

/** Elements without text for readers. */
const silent = new Set(['script', 'style', 'noscript', 'title', 'textarea', 'iframe'])

/**
 * Whether the HTML as sent is an app shell without content: fewer than 50 words, an app root and scripts. Rules
 * about content are then undecided.
 */
export const isAppShell = memoize((document: PageDocument): boolean => {
  const hasScript = document
    .byTag('script')
    .some(({ attribs }) => attribs.src !== undefined || attribs.type === 'module')
  return hasScript && hasAppRoot(document) && !hasWords(document, FEWEST_WORDS)
})

function hasAppRoot(document: PageDocument): boolean {
  return (
    rootIds.some((id) => document.byId(id).length > 0) ||
    document.byTag(...rootTags).length > 0 ||
    document.withAttribute('ng-app').length > 0
  )
}

/** Whether the page has at least that many words; stops reading there. */
function hasWords({ all }: PageDocument, many: number): boolean {
  let words = 0
  for (const { name, children } of all) {
    if (silent.has(name)) continue
    for (const child of children)
      if (isText(child) && /\S/.test(child.data)) words += wordsOf(child.data).length
    if (words >= many) return true
  }
  return false
}
