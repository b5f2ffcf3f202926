import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { sitemapCrossHost } from './sitemap-cross-host.ts'
import { sitemapInvalid } from './sitemap-invalid.ts'
import { sitemapLastmodFuture } from './sitemap-lastmod-future.ts'
import { sitemapLastmodInvalid } from './sitemap-lastmod-invalid.ts'
import { sitemapListsVariant } from './sitemap-lists-variant.ts'
import { sitemapMissing } from './sitemap-missing.ts'
import { sitemapNotInRobots } from './sitemap-not-in-robots.ts'
import { sitemapPageAbsent } from './sitemap-page-absent.ts'
import { sitemapTooLarge } from './sitemap-too-large.ts'

/** Rules about sitemaps, in the order of the catalogue. */
export const sitemapRules: readonly Rule[] = [
  sitemapMissing,
  sitemapNotInRobots,
  sitemapInvalid,
  sitemapTooLarge,
  sitemapCrossHost,
  sitemapPageAbsent,
  sitemapListsVariant,
  sitemapLastmodInvalid,
  sitemapLastmodFuture,
]
