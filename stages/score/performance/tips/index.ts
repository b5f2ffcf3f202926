import type { Tip } from '../advice/tip.ts'
import { backForwardCache } from './back-forward-cache.ts'
import { cacheForbidden } from './cache-forbidden.ts'
import { cacheHeadersMissing } from './cache-headers-missing.ts'
import { cacheLifetimeShort } from './cache-lifetime-short.ts'
import { cacheRevalidation } from './cache-revalidation.ts'
import { contentBehindFetch } from './content-behind-fetch.ts'
import { cssUnused } from './css-unused.ts'
import { documentNoStore } from './document-no-store.ts'
import { documentRedirects } from './document-redirects.ts'
import { domSize } from './dom-size.ts'
import { fontsDisplay } from './fonts-display.ts'
import { fontsFormat } from './fonts-format.ts'
import { fontsLate } from './fonts-late.ts'
import { forcedReflow } from './forced-reflow.ts'
import { http1 } from './http1.ts'
import { imagesAnimatedGif } from './images-animated-gif.ts'
import { imagesLegacyFormat } from './images-legacy-format.ts'
import { imagesOffscreen } from './images-offscreen.ts'
import { imagesOversized } from './images-oversized.ts'
import { imagesUndercompressed } from './images-undercompressed.ts'
import { imagesUnsized } from './images-unsized.ts'
import { inpInputDelay } from './inp-input-delay.ts'
import { inpPresentation } from './inp-presentation.ts'
import { inpProcessing } from './inp-processing.ts'
import { javascriptDuplicated } from './javascript-duplicated.ts'
import { javascriptLegacy } from './javascript-legacy.ts'
import { javascriptUnused } from './javascript-unused.ts'
import { layoutShifts } from './layout-shifts.ts'
import { lcpImageLate } from './lcp-image-late.ts'
import { lcpImageLazy } from './lcp-image-lazy.ts'
import { lcpImageSlow } from './lcp-image-slow.ts'
import { lcpRenderDelay } from './lcp-render-delay.ts'
import { mainThreadBusy } from './main-thread-busy.ts'
import { mediaPreload } from './media-preload.ts'
import { pageWeight } from './page-weight.ts'
import { preconnectMissing } from './preconnect-missing.ts'
import { renderBlockingScripts } from './render-blocking-scripts.ts'
import { renderBlockingStyles } from './render-blocking-styles.ts'
import { renderBlockingThirdParty } from './render-blocking-third-party.ts'
import { requestChains } from './request-chains.ts'
import { requestsFailed } from './requests-failed.ts'
import { resourceRedirects } from './resource-redirects.ts'
import { scriptExecution } from './script-execution.ts'
import { scriptLongRunning } from './script-long-running.ts'
import { scriptWeight } from './script-weight.ts'
import { serverResponseSlow } from './server-response-slow.ts'
import { staticResponseSlow } from './static-response-slow.ts'
import { styleLayoutWork } from './style-layout-work.ts'
import { textUncompressed } from './text-uncompressed.ts'
import { thirdPartyCache } from './third-party-cache.ts'
import { thirdPartyExecution } from './third-party-execution.ts'
import { thirdPartyWeight } from './third-party-weight.ts'
import { validatorsMissing } from './validators-missing.ts'
import { varyEverything } from './vary-everything.ts'
import { viewportTapDelay } from './viewport-tap-delay.ts'

/** All tips. */
export const tips: readonly Tip[] = [
  backForwardCache,
  cacheForbidden,
  cacheHeadersMissing,
  cacheLifetimeShort,
  cacheRevalidation,
  contentBehindFetch,
  cssUnused,
  documentNoStore,
  documentRedirects,
  domSize,
  fontsDisplay,
  fontsFormat,
  fontsLate,
  forcedReflow,
  http1,
  imagesAnimatedGif,
  imagesLegacyFormat,
  imagesOffscreen,
  imagesOversized,
  imagesUndercompressed,
  imagesUnsized,
  inpInputDelay,
  inpPresentation,
  inpProcessing,
  javascriptDuplicated,
  javascriptLegacy,
  javascriptUnused,
  layoutShifts,
  lcpImageLate,
  lcpImageLazy,
  lcpImageSlow,
  lcpRenderDelay,
  mainThreadBusy,
  mediaPreload,
  pageWeight,
  preconnectMissing,
  renderBlockingScripts,
  renderBlockingStyles,
  renderBlockingThirdParty,
  requestChains,
  requestsFailed,
  resourceRedirects,
  scriptExecution,
  scriptLongRunning,
  scriptWeight,
  serverResponseSlow,
  staticResponseSlow,
  styleLayoutWork,
  textUncompressed,
  thirdPartyCache,
  thirdPartyExecution,
  thirdPartyWeight,
  validatorsMissing,
  varyEverything,
  viewportTapDelay,
]
