import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

/** Names that are used for session ids only. */
const named =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cftoken|oscsid|zenid|session_?id)$/i
/** Names with other uses too: only values that look like session ids count. */
const common = /^(?:sid|sess|session)$/i
const looksRandom = /^(?=.*\d)[\w-]{16,}$/

export const urlSessionId = rule({
  id: 'url-session-id',
  severity: 'warning',
  title: 'Session ID in the URL',
  passTitle: 'URL has no session ID',
  why: 'A session ID creates a new URL of the same page with every visit. Google recommends against it.',
  fix: 'Keep the session in a cookie.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { session: 'The URL contains the session ID {name}.' },

  check({ http: { finalUrl } }) {
    const inPath = /;(jsessionid|phpsessid|sid)=/i.exec(finalUrl.pathname)?.[1]
    const inQuery = [...finalUrl.searchParams].find(
      ([name, value]) => value !== '' && (named.test(name) || (common.test(name) && looksRandom.test(value))),
    )
    const name = inPath ?? inQuery?.[0]
    return name === undefined
      ? pass
      : fail('session', { values: { name }, evidence: [externalEvidence(finalUrl.href)] })
  },
})
