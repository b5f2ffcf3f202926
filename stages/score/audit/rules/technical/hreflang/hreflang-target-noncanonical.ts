import { addressOf } from '#shared/web/address-of.ts'
import { alternateTargets, faultOfPage } from '../../../derived/hreflang/alternate-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangTargetNoncanonical = rule({
  id: 'hreflang-target-noncanonical',
  severity: 'warning',
  title: 'hreflang links to non-canonical pages',
  passTitle: 'hreflang pages are canonical',
  why: 'A language version whose canonical is another page asks to be left out of the index in favour of that page.',
  fix: 'Use the canonical URL of each version, and make each version its own canonical.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'targets'],
  messages: {
    other:
      '{affected} of {total} language {total:version|versions} {affected:has|have} another page as canonical: {first}.',
  },

  check({ document, http, targets }) {
    return evaluateTargets(alternateTargets({ document, http }), 'other', (target) =>
      faultOfPage(target, targets, ({ canonical, finalUrl }) => {
        const [named, own] = [URL.parse(canonical ?? ''), URL.parse(finalUrl)]
        if (named === null || own === null || addressOf(named) === addressOf(own)) return null
        return `${target.url} → ${named.href}`
      }),
    )
  },
})
