import { articleDates } from '../../../derived/structured/article-facts.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Somewhere on earth the next day has begun already. */
const TOLERANCE = 26 * 3_600_000

export const dateFuture = rule({
  id: 'date-future',
  severity: 'warning',
  title: 'Article date in the future',
  passTitle: 'Article dates are not in the future',
  why: 'Google shows the date when an article was published or updated. It may ignore a date in the future.',
  fix: 'Use the day on which the article was actually published or updated.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/publication-dates',
  needs: ['document', 'structured', 'request'],
  messages: { future: 'The article claims to have been {kind} on {day}, which is in the future.' },

  check({ document, structured, request: { at } }) {
    const dates = articleDates({ document, structured })
    if (dates.length === 0) return notApplicable
    const future = dates.filter(({ time }) => time > at + TOLERANCE)
    const [first] = future
    if (first === undefined) return pass
    const day = new Date(first.time).toISOString().slice(0, 10)
    const extent = { affected: future.length, total: dates.length }
    return fail('future', {
      values: { kind: first.kind, day },
      evidence: future.map(({ evidence }) => evidence),
      extent,
    })
  },
})
