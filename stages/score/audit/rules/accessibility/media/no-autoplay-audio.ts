import type { Element } from 'domhandler'
import { exposedWithRole } from '../../../derived/aria/exposed.ts'
import { idsOf } from '../../../derived/names/id-references.ts'
import { markUpwards, parentOf } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { memoize } from '../../../engine/memoize.ts'
import { rule } from '../../../engine/rule.ts'
import { secondsOfPart, sourceOf } from './playback.ts'

export const noAutoplayAudio = rule({
  id: 'no-autoplay-audio',
  severity: 'warning',
  title: 'Audio plays automatically',
  passTitle: 'Audio does not play automatically',
  why: 'Sound that starts automatically drowns out screen readers, and people cannot find how to stop it.',
  fix: 'Remove autoplay, or add muted; at least add controls to the element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/80f0bf/',
  excludes:
    'The HTML does not tell how long a file plays, unless its URL limits the played part. A button next to the element, or one that references it with aria-controls, may stop the sound.',
  needs: ['document'],
  messages: {
    plays:
      '{affected} of {total} {total:video or audio element|video and audio elements} {affected:plays|play} automatically without end and without controls: {element}.',
  },

  check({ document }) {
    const players = document
      .byTag('audio', 'video')
      .filter(({ attribs }) => attribs.autoplay !== undefined && attribs.muted === undefined)
      .filter((player) => sourceOf(player) !== null)
    const isStoppable = players.some(
      (player) => player.attribs.controls === undefined && mayBeStopped(document, player),
    )
    const reason = isStoppable ? 'scripted_content' : 'duration_unknown'
    return evaluateElements(players, 'plays', (player) => faultOf(document, player), reason)
  },
})

/** WCAG 2.2, 1.4.2: at most three seconds. */
const MAX_SECONDS = 3

function faultOf(document: PageDocument, player: Element) {
  if (player.attribs.controls !== undefined) return null
  const source = sourceOf(player) ?? ''
  const isEndless = player.attribs.loop !== undefined
  const seconds = isEndless ? Number.POSITIVE_INFINITY : secondsOfPart(source)
  if (seconds !== null && seconds <= MAX_SECONDS) return null
  return seconds === null || mayBeStopped(document, player) ? undecided : source
}

function mayBeStopped(document: PageDocument, player: Element): boolean {
  const { id } = player.attribs
  if (id !== undefined && controlledIds(document).has(id)) return true
  const parent = parentOf(player)
  return parent !== null && (parent.name.includes('-') || holdersOfButtons(document).has(parent))
}

const controlledIds = memoize(
  (document: PageDocument): ReadonlySet<string> =>
    new Set(
      document.withAttribute('aria-controls').flatMap(({ attribs }) => idsOf(attribs['aria-controls'])),
    ),
)

const holdersOfButtons = memoize((document: PageDocument): ReadonlySet<Element> => {
  const holders = new Set<Element>()
  const buttons = document.byTag('button').filter((button) => document.isExposed(button))
  for (const button of [...buttons, ...exposedWithRole(document, 'button', 'switch')])
    markUpwards(holders, button)
  return holders
})
