import { exposedMains } from '../../../derived/aria/exposed.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const landmarkNoDuplicateMain = rule({
  id: 'landmark-no-duplicate-main',
  severity: 'info',
  title: 'There is one main content',
  why: 'People who jump to the main content cannot know that there is another, and which of them they have come to.',
  fix: 'Keep one main element that is shown; hide others by the hidden attribute.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/landmark-no-duplicate-main',
  needs: ['document'],
  messages: { several: 'The page shows {count} main elements.' },

  check({ document }) {
    const mains = exposedMains(document)
    if (mains.length === 0) return notApplicable
    if (mains.length === 1) return pass
    const evidence = mains.slice(1, 11).map((main) => elementEvidence(main))
    return fail('several', { values: { count: mains.length }, evidence })
  },
})
