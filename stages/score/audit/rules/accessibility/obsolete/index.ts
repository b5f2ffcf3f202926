import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { blink } from './blink.ts'
import { marquee } from './marquee.ts'
import { serverSideImageMap } from './server-side-image-map.ts'

/** Rules about elements that HTML has given up, in the order of the catalogue. */
export const obsoleteRules: readonly Rule[] = [serverSideImageMap, blink, marquee]
