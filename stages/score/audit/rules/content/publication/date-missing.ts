import { isAppShell } from '../../../derived/page/app-shell.ts'
import { hasAnyDate, isArticle } from '../../../derived/structured/article-facts.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const dateMissing = rule({
  id: 'date-missing',
  severity: 'info',
  title: 'Article without a date',
  passTitle: 'Article has a date',
  why: 'Readers want to know how old an article is, and Google shows its date in results if it can determine it.',
  fix: 'Show the date of publication or of the last update, and add it to the structured data (datePublished, dateModified).',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/publication-dates',
  needs: ['document', 'structured'],
  messages: { missing: 'Neither the text of the article nor its markup contains a date.' },

  check(facts) {
    if (!isArticle(facts)) return notApplicable
    if (hasAnyDate(facts)) return pass
    if (isAppShell(facts.document)) return notDecidable('app_shell')
    return facts.document.cut !== null || facts.structured.isCut ? notDecidable('truncated') : fail('missing')
  },
})
