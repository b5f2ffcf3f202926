import { matchRobots } from '#shared/web/robots/match-robots.ts'
import { parseRobotsTxt, readLines } from '#shared/web/robots/robots-txt.ts'
import { type CaseResult, compared, leftOut, type Suite } from '../suite.ts'
import { googleCases } from './google.data.ts'
import { rfcCases } from './rfc-9309.data.ts'
import { groupOf, type RobotsCase } from './robots-case.ts'

const MAX_SHOWN_URL = 60

/** Tests of Google's that ask for something else than a decision on a URL. */
const OTHER_TESTS: Readonly<Record<string, string>> = {
  GoogleOnly_SystemTest: 'an empty agent and an empty URL: ours are never empty',
  ID_VerifyValidUserAgentsToObey: 'the signs that an agent may have: ours is one constant',
  'ID_Encoding: a URL with octets beyond ASCII':
    'ours takes URLs as the URL Standard does, which encodes them',
  TestGetPathParamsQuery: 'a function within the parser; ours has the URL Standard take a URL apart',
  TestMaybeEscapePattern: 'a function within the parser; test/unit/shared/web/robots/pattern has ours',
}

/** The examples of RFC 9309 and Google's cases: one result for each URL that a file decides on. */
export const robots: Suite = {
  name: 'robots',
  source:
    'RFC 9309, its examples by section; google/robotstxt, robots_test.cc at 21fc90b, its tests by name, written anew',
  run: () => [
    ...rfcCases.flatMap((one) => resultsOf('RFC 9309', one)),
    ...googleCases.flatMap((one) => resultsOf('Google', one)),
    ...lineResults(),
    ...Object.entries(OTHER_TESTS).map(([name, why]) => ({ id: `Google ${name}`, verdict: leftOut(why) })),
  ],
}

function resultsOf(suite: string, one: RobotsCase): CaseResult[] {
  const file = parseRobotsTxt(Buffer.from(one.file))
  const resultOf = (url: string, expected: boolean): CaseResult => {
    const { allowed } = matchRobots(file, one.agent ?? 'FooBot', new URL(url, 'http://foo.bar').href)
    const shown = url.length > MAX_SHOWN_URL ? `${url.slice(0, MAX_SHOWN_URL)}…` : url
    return { id: `${suite} ${one.from}: ${one.name}: ${shown}`, verdict: compared(expected, allowed) }
  }
  return [
    ...(one.allowed ?? []).map((url) => resultOf(url, true)),
    ...(one.disallowed ?? []).map((url) => resultOf(url, false)),
  ]
}

const DIRECTIVES = ['User-Agent: foo', 'Allow: /some/path', 'User-Agent: bar', '', '', 'Disallow: /']
const SITEMAP = 'http://foo.bar/sitemap.xml'
const LINE_ENDS = { LF: '\n', 'CR LF': '\r\n', CR: '\r' }
const MARKS = { whole: '\xef\xbb\xbf', 'of two octets': '\xef\xbb', 'of one octet': '\xef' }

/** Google's tests of lines: their numbers with each line end, and a byte order mark before the first. */
function lineResults(): CaseResult[] {
  const numbersOf = (text: string) => [...readLines(text)].map(({ number }) => number)
  const ends = Object.entries(LINE_ENDS).map(([name, end]) => ({
    id: `Google ID_LinesNumbersAreCountedCorrectly: ${name}`,
    verdict: compared([1, 2, 3, 6], numbersOf(DIRECTIVES.join(end))),
  }))
  const marks = Object.entries(MARKS).map(([name, mark]) => ({
    id: `Google ID_UTF8ByteOrderMarkIsSkipped: ${name}`,
    verdict: compared('user-agent', [...readLines(mark + DIRECTIVES.join('\n'))][0]?.key),
  }))
  const sitemap = {
    id: 'Google ID_NonStandardLineExample_Sitemap',
    verdict: compared(
      [SITEMAP],
      parseRobotsTxt(Buffer.from(`${groupOf('allow: /')}sitemap: ${SITEMAP}`)).sitemaps,
    ),
  }
  return [...ends, ...marks, sitemap]
}
