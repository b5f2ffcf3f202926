import type { Element } from 'domhandler'
import { hasText } from '../../../derived/names/id-references.ts'
import { childElements } from '../../../derived/page/tree.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/**
 * The page does not tell how long a file plays, unless the URL limits the played part (Media Fragments URI 1.0,
 * 4.2.1).
 */
export const noAutoplayAudio = rule({
  id: 'no-autoplay-audio',
  severity: 'warning',
  title: 'Sound does not play by itself',
  why: 'Sound that starts by itself drowns out a screen reader, and people cannot find where to stop it.',
  fix: 'Remove autoplay, or add muted; at least add controls to the element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/80f0bf/',
  needs: ['document'],
  messages: {
    plays: '{affected} of {total} videos or sounds play by themselves without end, and show no controls.',
  },

  check({ document }) {
    const players = document
      .byTag('audio', 'video')
      .filter(({ attribs }) => attribs.autoplay !== undefined && attribs.muted === undefined)
      .filter((player) => sourceOf(player) !== null)
    return evaluateElements(players, 'plays', faultOf, 'duration_unknown')
  },
})

/** WCAG 2.2, 1.4.2: at most three seconds. */
const MAX_SECONDS = 3

function faultOf(player: Element) {
  if (player.attribs.controls !== undefined) return null
  const source = sourceOf(player) ?? ''
  if (player.attribs.loop !== undefined) return source
  const part = /#t=(?:npt:)?([\d.]*),([\d.]+)$/.exec(source)
  if (part === null) return undecided
  return Number(part[2]) - Number(part[1] || '0') <= MAX_SECONDS ? null : source
}

function sourceOf(player: Element): string | null {
  const { src } = player.attribs
  if (src !== undefined) return hasText(src) ? src : null
  return (
    childElements(player).find(({ name, attribs }) => name === 'source' && hasText(attribs.src))?.attribs
      .src ?? null
  )
}
