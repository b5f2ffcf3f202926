import { isHtmlRobots } from '../../../derived/robots/robots-html.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtHtml = rule({
  id: 'robots-txt-html',
  severity: 'warning',
  title: 'robots.txt is an HTML page',
  passTitle: 'robots.txt is plain text',
  why: 'robots.txt must be plain text. An HTML page in its place contains no rules, so everything you meant to disallow may be crawled.',
  fix: 'Serve a text file at /robots.txt, or status 404.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-access-method',
  needs: ['robots'],
  messages: { html: '{url} is an HTML page.' },

  check({ robots }) {
    if (robots.state !== 'found') return notApplicable
    if (!isHtmlRobots(robots)) return pass
    return fail('html', {
      values: { url: robots.url },
      evidence: [externalEvidence(robots.text.trim().slice(0, 200))],
    })
  },
})
