import { RULE_VERSION } from '#stages/score/audit/versions.ts'
import type { Assertion } from './outcomes.ts'

/** A report in EARL, as JSON-LD, with the terms that the W3C's tools for implementations of ACT rules read. */
export function earlReport(assertions: readonly Assertion[]): unknown {
  return {
    '@context': 'https://act-rules.github.io/earl-context.json',
    '@graph': assertions.map(({ test, rule, outcome }) => ({
      '@type': 'Assertion',
      mode: 'earl:automatic',
      assertedBy: {
        '@type': ['Assertor', 'Software'],
        name: 'PageProbe',
        release: { '@type': 'Version', revision: RULE_VERSION },
      },
      subject: { '@type': ['TestSubject', 'WebPage'], source: test.url },
      test: { '@type': 'TestCase', title: rule },
      result: { '@type': 'TestResult', outcome: `earl:${outcome}` },
    })),
  }
}
