import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { ttfbSlow } from './ttfb-slow.ts'

/** Rules about the response time of the server, in the order of the catalogue. */
export const serverRules: readonly Rule[] = [ttfbSlow]
