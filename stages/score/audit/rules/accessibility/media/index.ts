import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { noAutoplayAudio } from './no-autoplay-audio.ts'
import { videoCaption } from './video-caption.ts'

/** Rules about audio and video, in the order of the catalogue. */
export const mediaRules: readonly Rule[] = [videoCaption, noAutoplayAudio]
