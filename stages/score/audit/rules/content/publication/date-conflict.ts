import { type ArticleDate, articleDates, isArticle } from '../../../derived/structured/article-facts.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Equal dates without a time or a time zone may differ by a day. */
const TOLERANCE = 26 * 3_600_000

export const dateConflict = rule({
  id: 'date-conflict',
  severity: 'warning',
  title: 'Conflicting article dates',
  passTitle: 'Article dates agree',
  why: 'If the visible date, the metadata and the structured data differ, Google may show a wrong date or none.',
  fix: 'Use the same date in all of them.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/publication-dates',
  needs: ['document', 'structured'],
  messages: {
    differ: 'The article was {kind} on {first} ({origin}), but on {second} ({otherOrigin}).',
    backwards: 'The article was modified ({modified}) before it was published ({published}).',
  },

  check(facts) {
    if (!isArticle(facts)) return notApplicable
    const dates = articleDates(facts)
    const conflict = conflictIn(dates, 'published') ?? conflictIn(dates, 'modified')
    if (conflict !== null) return conflict
    const published = dates.find(({ kind }) => kind === 'published')
    const modified = dates.find(({ kind }) => kind === 'modified')
    if (published === undefined || (modified === undefined && dates.length < 2)) return notApplicable
    if (modified === undefined || modified.time >= published.time - TOLERANCE) return pass
    const values = { modified: dayOf(modified), published: dayOf(published) }
    return fail('backwards', { values, evidence: [modified.evidence, published.evidence] })
  },
})

/** Dates from different origins that differ; differing items are reported by sd-duplicate-conflict. */
function conflictIn(dates: readonly ArticleDate[], kind: ArticleDate['kind']) {
  const own = dates.filter((date) => date.kind === kind)
  for (const one of own) {
    const other = own.find((date) => date.origin !== one.origin && differsFromAll(own, date, one))
    if (other === undefined) continue
    const values = {
      kind,
      first: dayOf(one),
      origin: one.origin,
      second: dayOf(other),
      otherOrigin: other.origin,
    }
    return fail('differ', { values, evidence: [one.evidence, other.evidence] })
  }
  return null
}

/** Whether no date from the origin of `one` is near the other date. */
function differsFromAll(dates: readonly ArticleDate[], one: ArticleDate, other: ArticleDate): boolean {
  return dates
    .filter(({ origin }) => origin === one.origin)
    .every(({ time }) => Math.abs(time - other.time) > TOLERANCE)
}

function dayOf({ time }: ArticleDate): string {
  return new Date(time).toISOString().slice(0, 10)
}
