import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { dataNosnippetMain } from './data-nosnippet-main.ts'
import { indexifembeddedAlone } from './indexifembedded-alone.ts'
import { nofollowPage } from './nofollow-page.ts'
import { noindex } from './noindex.ts'
import { noindexAndCanonical } from './noindex-and-canonical.ts'
import { noindexAndHreflang } from './noindex-and-hreflang.ts'
import { noindexInSitemap } from './noindex-in-sitemap.ts'
import { noindexNotCrawlable } from './noindex-not-crawlable.ts'
import { noindexOnJsPage } from './noindex-on-js-page.ts'
import { noindexOtherBot } from './noindex-other-bot.ts'
import { robotsConflict } from './robots-conflict.ts'
import { robotsUnknownBot } from './robots-unknown-bot.ts'
import { robotsUnknownToken } from './robots-unknown-token.ts'
import { snippetRestricted } from './snippet-restricted.ts'
import { unavailableAfterPast } from './unavailable-after-past.ts'
import { unavailableAfterUnparsable } from './unavailable-after-unparsable.ts'

/** Rules about the directives of robots metas and `X-Robots-Tag` headers, in the order of the catalogue. */
export const robotsDirectivesRules: readonly Rule[] = [
  noindex,
  noindexOtherBot,
  robotsConflict,
  robotsUnknownToken,
  robotsUnknownBot,
  unavailableAfterPast,
  unavailableAfterUnparsable,
  snippetRestricted,
  dataNosnippetMain,
  indexifembeddedAlone,
  noindexNotCrawlable,
  noindexOnJsPage,
  noindexAndCanonical,
  noindexAndHreflang,
  noindexInSitemap,
  nofollowPage,
]
