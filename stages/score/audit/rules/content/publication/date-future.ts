import { articleDates } from '../../../derived/structured/article-facts.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Somewhere on earth the next day has begun already. */
const TOLERANCE = 26 * 3_600_000

export const dateFuture = rule({
  id: 'date-future',
  severity: 'warning',
  title: 'Dates of the article have come',
  why: 'Google shows the date on which an article was published or changed. One that is still to come cannot be that, so it may be passed over.',
  fix: 'Write the day on which the article really was published or changed.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/publication-dates',
  needs: ['document', 'structured', 'request'],
  messages: { future: 'The article says it was {kind} on {day}, which is still to come.' },

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
