import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { heroLazy } from './hero-lazy.ts'
import { heroNoFetchpriority } from './hero-no-fetchpriority.ts'
import { heroNotInHtml } from './hero-not-in-html.ts'
import { priorityContradiction } from './priority-contradiction.ts'

/** Rules about the largest image at the top of the page, in the order of the catalogue. */
export const heroRules: readonly Rule[] = [
  heroLazy,
  heroNoFetchpriority,
  priorityContradiction,
  heroNotInHtml,
]
