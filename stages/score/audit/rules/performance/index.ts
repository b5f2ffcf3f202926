import type { RuleDefinition } from '../../engine/rule.ts'
import { domDeep } from './dom/dom-deep.ts'
import { domLarge } from './dom/dom-large.ts'
import { domWide } from './dom/dom-wide.ts'
import { fontDisplayMissing } from './fonts/font-display-missing.ts'
import { heroLazy } from './hero/hero-lazy.ts'
import { heroNoFetchpriority } from './hero/hero-no-fetchpriority.ts'
import { heroNotInHtml } from './hero/hero-not-in-html.ts'
import { priorityContradiction } from './hero/priority-contradiction.ts'
import { dataUriHeavy } from './inline-code/data-uri-heavy.ts'
import { documentWrite } from './inline-code/document-write.ts'
import { inlineJsonHeavy } from './inline-code/inline-json-heavy.ts'
import { inlineScriptHeavy } from './inline-code/inline-script-heavy.ts'
import { iframeNoDimensions } from './media/iframe-no-dimensions.ts'
import { iframeNotLazy } from './media/iframe-not-lazy.ts'
import { imageNoDimensions } from './media/image-no-dimensions.ts'
import { offscreenEager } from './media/offscreen-eager.ts'
import { blockingCssMany } from './render-blocking/blocking-css-many.ts'
import { blockingScript } from './render-blocking/blocking-script.ts'
import { cssImportInline } from './render-blocking/css-import-inline.ts'
import { headOrder } from './render-blocking/head-order.ts'
import { metaCspBlocksPreload } from './resource-hints/meta-csp-blocks-preload.ts'
import { preconnectMissing } from './resource-hints/preconnect-missing.ts'
import { preconnectTooMany } from './resource-hints/preconnect-too-many.ts'
import { preconnectUnused } from './resource-hints/preconnect-unused.ts'
import { preloadFontNoCrossorigin } from './resource-hints/preload-font-no-crossorigin.ts'
import { preloadNoAs } from './resource-hints/preload-no-as.ts'
import { preloadRedundant } from './resource-hints/preload-redundant.ts'
import { ttfbSlow } from './server/ttfb-slow.ts'
import { thirdPartyMany } from './third-parties/third-party-many.ts'
import { assetCacheShort } from './transfer/asset-cache-short.ts'
import { assetUncompressed } from './transfer/asset-uncompressed.ts'
import { http1 } from './transfer/http1.ts'
import { pageWeight } from './transfer/page-weight.ts'

/** Rules about how fast the page can be, in the order of the catalogue. */
export const performanceRules: readonly RuleDefinition[] = [
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
