import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { iframeNoDimensions } from './iframe-no-dimensions.ts'
import { iframeNotLazy } from './iframe-not-lazy.ts'
import { imageNoDimensions } from './image-no-dimensions.ts'
import { offscreenEager } from './offscreen-eager.ts'

/** Rules about the size and loading of images and frames, in the order of the catalogue. */
export const mediaRules: readonly Rule[] = [
  imageNoDimensions,
  iframeNoDimensions,
  iframeNotLazy,
  offscreenEager,
]
