/// <reference lib="dom" />
import type { CDPSession } from 'puppeteer-core'

/** Selectors of the ad slots of ad servers, from their documentation. Without ads, the slots are empty. */
const adSlotSelectors = [
  'ins.adsbygoogle',
  '[id^="div-gpt-ad"]',
  '[id^="google_ads_iframe"]',
  'amp-ad',
  '.OUTBRAIN[data-widget-id]',
  '[id^="taboola-"]',
  '.trc_related_container',
  'amp-embed[type="taboola"]',
].join(',')

const WORLD_NAME = 'slots'

/** Hides ad slots in all future documents of the target. */
export async function hideAdSlots(session: CDPSession): Promise<void> {
  const source = `(${hideSelectors})(${JSON.stringify(adSlotSelectors)})`
  await Promise.all([
    // Chromium runs scripts for new documents only while the domain Page is enabled.
    session.send('Page.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD_NAME }),
  ])
}

/** Hides the frame whose document was blocked, and the containers around it that hold nothing else. */
export async function collapseFrame(session: CDPSession, frameId: string): Promise<void> {
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId })
  const { object } = await session.send('DOM.resolveNode', { backendNodeId })
  const { objectId } = object
  if (objectId === undefined) return
  await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration: String(collapseAdContainer) })
  await session.send('Runtime.releaseObject', { objectId })
}

/** Runs in the page. The content security policy of the page does not apply to a constructed style sheet. */
function hideSelectors(selectors: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${selectors} { display: none !important }`)
  document.adoptedStyleSheets.push(sheet)
}

/** Runs in the page, with the element of the frame as `this`. */
function collapseAdContainer(this: HTMLElement): void {
  const LABEL =
    /^(ad|ads|advertisement|advertising|sponsored|anzeige|werbung|publicité|publicidad|pubblicità|広告)?$/i
  let container: HTMLElement = this
  for (let steps = 0; steps < 3; steps++) {
    const parent = container.parentElement
    if (parent === null || parent === document.body || parent.childElementCount > 2) break
    const isAlone = [...parent.children].every(
      (one) => one === container || one.tagName === 'SCRIPT' || !one.childElementCount,
    )
    if (
      !isAlone ||
      !LABEL.test(parent.textContent.trim()) ||
      parent.querySelector('img, video, canvas, svg, input')
    )
      break
    container = parent
  }
  container.style.setProperty('display', 'none', 'important')
}
