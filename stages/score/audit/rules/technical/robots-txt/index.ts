import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { crawlDelay } from './crawl-delay.ts'
import { robotsTxtBlocksOtherBots } from './robots-txt-blocks-other-bots.ts'
import { robotsTxtBlocksPage } from './robots-txt-blocks-page.ts'
import { robotsTxtBlocksResources } from './robots-txt-blocks-resources.ts'
import { robotsTxtGroupShadow } from './robots-txt-group-shadow.ts'
import { robotsTxtHtml } from './robots-txt-html.ts'
import { robotsTxtNoindexLine } from './robots-txt-noindex-line.ts'
import { robotsTxtRedirects } from './robots-txt-redirects.ts'
import { robotsTxtSyntax } from './robots-txt-syntax.ts'
import { robotsTxtTooLarge } from './robots-txt-too-large.ts'
import { robotsTxtUnreachable } from './robots-txt-unreachable.ts'

/** Rules about robots.txt, in the order of the catalogue. */
export const robotsTxtRules: readonly Rule[] = [
  robotsTxtBlocksPage,
  robotsTxtBlocksOtherBots,
  robotsTxtUnreachable,
  robotsTxtHtml,
  robotsTxtTooLarge,
  robotsTxtRedirects,
  robotsTxtSyntax,
  robotsTxtNoindexLine,
  robotsTxtGroupShadow,
  robotsTxtBlocksResources,
  crawlDelay,
]
