import type { Rule } from '../rule.ts'
import { assetCacheShort } from './performance/asset-cache-short.ts'
import { assetUncompressed } from './performance/asset-uncompressed.ts'
import { blockingCssMany } from './performance/blocking-css-many.ts'
import { blockingScript } from './performance/blocking-script.ts'
import { cssImportInline } from './performance/css-import-inline.ts'
import { dataUriHeavy } from './performance/data-uri-heavy.ts'
import { documentWrite } from './performance/document-write.ts'
import { domDeep } from './performance/dom-deep.ts'
import { domLarge } from './performance/dom-large.ts'
import { domWide } from './performance/dom-wide.ts'
import { fontDisplayMissing } from './performance/font-display-missing.ts'
import { headOrder } from './performance/head-order.ts'
import { heroLazy } from './performance/hero-lazy.ts'
import { heroNoFetchpriority } from './performance/hero-no-fetchpriority.ts'
import { heroNotInHtml } from './performance/hero-not-in-html.ts'
import { http1 } from './performance/http1.ts'
import { iframeNoDimensions } from './performance/iframe-no-dimensions.ts'
import { iframeNotLazy } from './performance/iframe-not-lazy.ts'
import { imageNoDimensions } from './performance/image-no-dimensions.ts'
import { inlineJsonHeavy } from './performance/inline-json-heavy.ts'
import { inlineScriptHeavy } from './performance/inline-script-heavy.ts'
import { metaCspBlocksPreload } from './performance/meta-csp-blocks-preload.ts'
import { offscreenEager } from './performance/offscreen-eager.ts'
import { pageWeight } from './performance/page-weight.ts'
import { preconnectMissing } from './performance/preconnect-missing.ts'
import { preconnectTooMany } from './performance/preconnect-too-many.ts'
import { preconnectUnused } from './performance/preconnect-unused.ts'
import { preloadFontNoCrossorigin } from './performance/preload-font-no-crossorigin.ts'
import { preloadNoAs } from './performance/preload-no-as.ts'
import { preloadRedundant } from './performance/preload-redundant.ts'
import { priorityContradiction } from './performance/priority-contradiction.ts'
import { thirdPartyMany } from './performance/third-party-many.ts'
import { ttfbSlow } from './performance/ttfb-slow.ts'

/** Rules about how fast the page can be, in the order of the catalogue. */
export const performanceRules: readonly Rule[] = [
  ttfbSlow,
  domLarge,
  domDeep,
  domWide,
  blockingScript,
  blockingCssMany,
  cssImportInline,
  headOrder,
  metaCspBlocksPreload,
  preloadNoAs,
  preloadFontNoCrossorigin,
  preloadRedundant,
  preconnectMissing,
  preconnectTooMany,
  preconnectUnused,
  heroLazy,
  heroNoFetchpriority,
  priorityContradiction,
  heroNotInHtml,
  imageNoDimensions,
  iframeNoDimensions,
  iframeNotLazy,
  offscreenEager,
  fontDisplayMissing,
  thirdPartyMany,
  inlineScriptHeavy,
  inlineJsonHeavy,
  dataUriHeavy,
  documentWrite,
  http1,
  assetCacheShort,
  assetUncompressed,
  pageWeight,
]
