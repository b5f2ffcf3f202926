import type { Element } from 'domhandler'
import { hasText } from '../../../derived/names/id-references.ts'
import { childElements } from '../../../derived/page/tree.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/**
 * Undecided without a captions track: captions may be part of the picture, or the video may have no sound. A video
 * that starts muted counts as decoration.
 */
export const videoCaption = rule({
  id: 'video-caption',
  severity: 'warning',
  title: 'Videos have captions',
  why: 'Captions carry what is said and heard in a video to people who are deaf, and to all who watch without sound.',
  fix: 'Add a track element with kind="captions", srclang and the address of a WebVTT file to each video with sound.',
  effort: 'days',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/captions-prerecorded',
  needs: ['document'],
  messages: {
    broken: '{affected} of {total} videos have captions that cannot be loaded: their track has no address.',
  },

  check({ document }) {
    const videos = document
      .byTag('video')
      .filter((video) => video.attribs.muted === undefined && document.isExposed(video))
    return evaluateElements(videos, 'broken', faultOf, 'captions_may_be_in_video')
  },
})

function faultOf(video: Element) {
  const tracks = childElements(video).filter(
    ({ name, attribs }) => name === 'track' && attribs.kind?.trim().toLowerCase() === 'captions',
  )
  if (tracks.length === 0) return undecided
  return tracks.some(({ attribs }) => hasText(attribs.src)) ? null : 'captions'
}
