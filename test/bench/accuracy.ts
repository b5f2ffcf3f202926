import { decodeHTML } from 'entities'
import { extractPage } from './extract-page.ts'
import { type SavedPage, savedPages } from './saved-pages.ts'
import type { Row } from './table.ts'

interface Result {
  readonly title: string | null
  readonly author: string | null
  readonly description: string | null
}

const goals = { author: '>= 70 %', description: '>= 65 %' }

/**
 * How often a field equals its human annotation, where there is one; no row without. Titles in corpora are headlines: reported,
 * not a goal. Some annotations were copied from the source with character references, so they are also compared
 * decoded.
 */
export function accuracy(): Row[] {
  const pages = savedPages()
  const results = pages.map((page) => ({ page, result: extractPage(page) as unknown as Result }))
  return (['title', 'author', 'description'] as const).flatMap((field) => {
    const annotated = results.filter(({ page }) => page.gold[field])
    if (annotated.length === 0) return []
    const right = annotated.filter(({ page, result }) => isSame(result[field], goldOf(page, field)))
    const share = ((100 * right.length) / annotated.length).toFixed(1)
    const decoded = annotated.filter(({ page, result }) =>
      isSame(result[field], decodeHTML(goldOf(page, field))),
    )
    const decodedShare = ((100 * decoded.length) / annotated.length).toFixed(1)
    const goal = field === 'title' ? {} : { goal: goals[field] }
    const equal = {
      figure: `${field}: equal to the gold of ${annotated.length} pages`,
      value: `${share} % (gold decoded: ${decodedShare} %)`,
      ...goal,
    }
    return field === 'title' ? [equal] : [equal, precision(field, annotated, decoded.length)]
  })
}

/** How often an answer on an annotated page is right: a wrong value is worse than none. */
function precision(
  field: 'author' | 'description',
  annotated: readonly { readonly result: Result }[],
  right: number,
): Row {
  const answered = annotated.filter(({ result }) => result[field] !== null).length
  const share = ((100 * right) / Math.max(1, answered)).toFixed(1)
  const row = {
    figure: `${field}: right, of the answers on ${annotated.length} annotated pages`,
    value: `${share} % of ${answered}; ${answered - right} wrong, ${annotated.length - answered} without`,
  }
  return field === 'author' ? { ...row, goal: '>= 80 %' } : row
}

/** Several authors are joined as the service joins them. */
function goldOf({ gold }: SavedPage, field: string): string {
  return [gold[field] ?? ''].flat().join(', ')
}

function isSame(value: string | null, gold: string): boolean {
  return value !== null && folded(value) === folded(gold)
}

/** Normalizes by NFKC, quotes, dashes, white space and lower case, as readers do not tell them apart. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u201b\u2032`´]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033«»]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
