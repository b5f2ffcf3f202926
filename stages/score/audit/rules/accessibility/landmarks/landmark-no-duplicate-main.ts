import { exposedMains } from '../../../derived/aria/exposed.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const landmarkNoDuplicateMain = rule({
  id: 'landmark-no-duplicate-main',
  severity: 'info',
  title: 'Multiple main landmarks',
  passTitle: 'Page has a single main landmark',
  why: 'People who jump to the main content cannot know that there is another main landmark, or which one they are in.',
  fix: 'Keep one visible main element; hide others with the hidden attribute.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/landmark-no-duplicate-main',
  needs: ['document'],
  messages: { several: 'The page has {count} visible main elements.' },

  check({ document }) {
    const mains = exposedMains(document)
    if (mains.length === 0) return notApplicable
    if (mains.length === 1) return pass
    const evidence = mains.slice(1, 11).map((main) => elementEvidence(main))
    return fail('several', { values: { count: mains.length }, evidence })
  },
})
