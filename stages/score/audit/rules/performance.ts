import type { Rule } from '../engine/rule.ts'
import { domDeep } from './performance/dom/dom-deep.ts'
import { domLarge } from './performance/dom/dom-large.ts'
import { domWide } from './performance/dom/dom-wide.ts'
import { fontDisplayMissing } from './performance/fonts/font-display-missing.ts'
import { heroLazy } from './performance/hero/hero-lazy.ts'
import { heroNoFetchpriority } from './performance/hero/hero-no-fetchpriority.ts'
import { heroNotInHtml } from './performance/hero/hero-not-in-html.ts'
import { priorityContradiction } from './performance/hero/priority-contradiction.ts'
import { dataUriHeavy } from './performance/inline-code/data-uri-heavy.ts'
import { documentWrite } from './performance/inline-code/document-write.ts'
import { inlineJsonHeavy } from './performance/inline-code/inline-json-heavy.ts'
import { inlineScriptHeavy } from './performance/inline-code/inline-script-heavy.ts'
import { iframeNoDimensions } from './performance/media/iframe-no-dimensions.ts'
import { iframeNotLazy } from './performance/media/iframe-not-lazy.ts'
import { imageNoDimensions } from './performance/media/image-no-dimensions.ts'
import { offscreenEager } from './performance/media/offscreen-eager.ts'
import { blockingCssMany } from './performance/render-blocking/blocking-css-many.ts'
import { blockingScript } from './performance/render-blocking/blocking-script.ts'
import { cssImportInline } from './performance/render-blocking/css-import-inline.ts'
import { headOrder } from './performance/render-blocking/head-order.ts'
import { metaCspBlocksPreload } from './performance/resource-hints/meta-csp-blocks-preload.ts'
import { preconnectMissing } from './performance/resource-hints/preconnect-missing.ts'
import { preconnectTooMany } from './performance/resource-hints/preconnect-too-many.ts'
import { preconnectUnused } from './performance/resource-hints/preconnect-unused.ts'
import { preloadFontNoCrossorigin } from './performance/resource-hints/preload-font-no-crossorigin.ts'
import { preloadNoAs } from './performance/resource-hints/preload-no-as.ts'
import { preloadRedundant } from './performance/resource-hints/preload-redundant.ts'
import { ttfbSlow } from './performance/server/ttfb-slow.ts'
import { thirdPartyMany } from './performance/third-parties/third-party-many.ts'
import { assetCacheShort } from './performance/transfer/asset-cache-short.ts'
import { assetUncompressed } from './performance/transfer/asset-uncompressed.ts'
import { http1 } from './performance/transfer/http1.ts'
import { pageWeight } from './performance/transfer/page-weight.ts'

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
