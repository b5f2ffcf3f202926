import type { Element } from 'domhandler'
import { isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { childElements } from '../../../derived/page/tree.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { sourceOf } from './playback.ts'

export const videoCaption = rule({
  id: 'video-caption',
  severity: 'warning',
  title: 'Videos without captions',
  passTitle: 'Videos have captions',
  why: 'Captions convey the speech and sounds of a video to people who are deaf, and to everyone who watches without sound.',
  fix: 'Add a track element with kind="captions", srclang and the URL of a WebVTT file to each video with sound.',
  effort: 'days',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/captions-prerecorded',
  excludes:
    'Videos without a URL, muted ones without controls, and those hidden from assistive technology are treated as decoration. A video without a captions track is undecided: captions may be burned into the video, a transcript may replace them, or the video may have no sound.',
  needs: ['document'],
  messages: {
    broken:
      '{affected} of {total} {total:video|videos} {affected:has|have} captions that cannot be loaded, because the track has no URL: {element}.',
  },

  check({ document }) {
    const videos = document
      .byTag('video')
      .filter(
        (video) =>
          isHeard(video) &&
          sourceOf(video) !== null &&
          document.isExposed(video) &&
          !isPresentational(roleOf(document, video)),
      )
    return evaluateElements(videos, 'broken', faultOf, 'captions_may_be_in_video')
  },
})

/** Whether it has sound as far as the page tells: people can turn it on with the controls. */
function isHeard({ attribs }: Element): boolean {
  return attribs.muted === undefined || attribs.controls !== undefined
}

/** A script may give a track its address. An empty one loads nothing (HTML Standard, 4.8.11). */
function faultOf(video: Element) {
  const tracks = childElements(video).filter(
    ({ name, attribs }) => name === 'track' && attribs.kind?.toLowerCase() === 'captions',
  )
  if (tracks.some(({ attribs }) => hasText(attribs.src))) return null
  return tracks.length > 0 && tracks.every(({ attribs }) => attribs.src !== undefined)
    ? 'captions'
    : undecided
}
