import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_CHARACTERS = 50

export const llmsTxtInvalid = rule({
  id: 'llms-txt-invalid',
  severity: 'info',
  title: 'Invalid llms.txt',
  passTitle: 'llms.txt is valid',
  why: 'Some AI agents read llms.txt for an overview of a site; Google Search ignores it. A file without a heading and links helps nobody.',
  fix: 'Add a first-level heading with the name of the site and lists of links, or remove the file.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://llmstxt.org/',
  needs: ['llmsTxt'],
  messages: {
    short: '{url} has only {count} {count:character|characters}.',
    noHeading: '{url} has no first-level heading.',
    noLink: '{url} has no links.',
  },

  check({ llmsTxt: { status, contentType, text, url } }) {
    if (status === null || status >= 500) return notDecidable('no_answer')
    // An HTML page is the site's response to unknown URLs.
    if (status >= 300 || /html/i.test(contentType ?? '') || /^\s*</.test(text)) return notApplicable
    const count = text.trim().length
    const found = { values: { url, count }, evidence: [externalEvidence(url)] }
    if (count < FEWEST_CHARACTERS) return fail('short', found)
    if (!/^[ \t]{0,3}#[ \t]+\S/m.test(text)) return fail('noHeading', found)
    return /\[[^\]\n]{1,300}\]\([^)\s]{1,2000}\)|https?:\/\//.test(text) ? pass : fail('noLink', found)
  },
})
