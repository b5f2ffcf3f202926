import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { faviconBroken } from './favicon-broken.ts'
import { faviconMissing } from './favicon-missing.ts'
import { faviconRobotsBlocked } from './favicon-robots-blocked.ts'

/** Rules about the favicon, in the order of the catalogue. */
export const faviconRules: readonly Rule[] = [faviconMissing, faviconBroken, faviconRobotsBlocked]
