import { type ChildNode, isTag, isText } from 'domhandler'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const marquee = rule({
  id: 'marquee',
  severity: 'warning',
  title: 'marquee elements',
  passTitle: 'Page has no marquee elements',
  why: 'Moving text cannot be paused; many people cannot read it, and it distracts others from the rest of the page.',
  fix: 'Replace the marquee element with static text.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/marquee',
  needs: ['document'],
  messages: {
    found: '{affected} of {total} marquee {total:element|elements} {affected:is|are} visible: {element}.',
  },

  check({ document }) {
    const marquees = document.byTag('marquee').filter((marquee) => marquee.children.some(hasContent))
    return evaluateElements(marquees, 'found', (element) => (document.isHidden(element) ? null : ''))
  },
})

function hasContent(node: ChildNode): boolean {
  return isTag(node) || (isText(node) && hasText(node.data))
}
