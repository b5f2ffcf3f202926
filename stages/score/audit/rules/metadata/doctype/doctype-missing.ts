import { firstContent, writtenTags } from '../../../derived/head/head-break.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const doctypeMissing = rule({
  id: 'doctype-missing',
  severity: 'warning',
  title: 'Missing doctype',
  passTitle: 'Page has a doctype',
  why: 'Without a doctype browsers render the page in quirks mode, by the rules of the 1990s.',
  fix: 'Start the page with <!doctype html>.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/doctype',
  needs: ['document'],
  messages: { missing: 'The page has no doctype, so browsers render it in quirks mode.' },

  check({ document }) {
    const { doctype } = writtenTags(document)
    if (doctype === null) return fail('missing')
    // A doctype after content is ignored; body-before-html reports it.
    return doctype > (firstContent(document)?.start ?? doctype) ? notApplicable : pass
  },
})
