import type { Element } from 'domhandler'
import { nearest, nearestIn } from '../../../derived/page/tree.ts'
import { wordsIn } from '../../../derived/text/words.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { memoize } from '../../../engine/memoize.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MOST_WORDS = 100
/** Number of hidden elements that are examined. */
const MOST_ELEMENTS = 200
const MOST_HIDDEN = 2_000
const MAX_CHARS = 20_000

const hiding =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{3,}|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d]))/i
/** Content that opens on demand: for Google, accordions, tabs, dialogs and texts for screen readers are no spam. */
const opened =
  /modal|dialog|popup|pop-up|tab|accordion|collaps|toggle|menu|dropdown|drawer|slide|carousel|tooltip|lightbox|cookie|consent|overlay|sr-only|screen-reader|visually-hidden|faq|expand|more|nav|panel|search|template/i

export const contentHiddenText = rule({
  id: 'content-hidden-text',
  severity: 'info',
  title: 'Hidden text',
  passTitle: 'Page has no hidden text',
  why: 'Text that only search engines see is spam to Google. Text that visitors can expand is not.',
  fix: 'Show the text, let visitors expand it, or remove it.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/essentials/spam-policies',
  needs: ['document'],
  messages: {
    hidden:
      '{affected} of {total} {total:block|blocks} hidden with inline styles {affected:contains|contain} more than {max} words: {element}.',
  },

  check({ document }) {
    const blocks = hiddenBlocks(document)
    if (blocks.length === 0) return notApplicable
    const found = blocks
      .map((element) => ({ element, words: wordsIn(document.text(element).slice(0, MAX_CHARS)).length }))
      .filter(({ words }) => words > MOST_WORDS)
    if (found.length === 0) return pass
    const extent = { affected: found.length, total: blocks.length }
    const evidence = found.map(({ element, words }) => elementEvidence(element, `${words} words`))
    return fail('hidden', { values: { max: MOST_WORDS }, evidence, extent })
  },
})

/** The outermost elements that an inline style hides and that nothing opens. */
const hiddenBlocks = memoize((document: PageDocument): readonly Element[] => {
  const hidden = new Set<Element>()
  const hiddenAround = nearestIn(hidden)
  const openedAround = nearest((ancestor) => isOpened(ancestor, document))
  const blocks: Element[] = []
  for (const element of document.withAttribute('style')) {
    if (blocks.length >= MOST_ELEMENTS || hidden.size >= MOST_HIDDEN) break
    if (!hiding.test(element.attribs.style?.slice(0, 1000) ?? '')) continue
    hidden.add(element)
    // In document order all elements around this one were looked at before it.
    if (hiddenAround(element) !== null) continue
    if (!isOpened(element, document) && openedAround(element) === null) blocks.push(element)
  }
  return blocks
})

function isOpened({ name, attribs }: Element, document: PageDocument): boolean {
  if (/^(?:nav|header|footer|aside|dialog|form|details|noscript|template|body|select)$/.test(name))
    return name !== 'body'
  if (attribs.role !== undefined || attribs['aria-hidden'] !== undefined) return true
  const { id = '', class: classes = '' } = attribs
  return opened.test(`${classes} ${id}`) || (id !== '' && controlled(document).has(id))
}

/** Ids that a control or a link of the page refers to. */
const controlled = memoize((document: PageDocument): ReadonlySet<string> => {
  const naming = ['aria-controls', 'data-target', 'data-bs-target'].flatMap((name) =>
    document.withAttribute(name).map(({ attribs }) => attribs[name] ?? ''),
  )
  const links = document
    .byTag('a')
    .flatMap(({ attribs }) => (attribs.href?.startsWith('#') ? attribs.href : []))
  return new Set([...naming, ...links].map((target) => target.trim().replace(/^#/, '')))
})
