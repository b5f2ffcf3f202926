import type { IsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import type { InteractionState } from './page/clickable.ts'

/** Listeners of a process for which the elements are asked: the response of the browser has some 200 bytes for each. */
const MAX_LISTENERS = 10_000
/** Maximum number of elements that are marked. */
const MAX_ELEMENTS = 200
const clicks: ReadonlySet<string> = new Set([
  ...['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend'],
])
/** The element is gone, or in a document of another process. */
const ignore = () => null

/** Tells the world of the page which elements have a listener for clicks, in shadow trees and frames too; none when there are too many. */
export async function markListening(
  { cdp, guard }: Pick<Tab, 'cdp' | 'guard'>,
  world: IsolatedWorld,
): Promise<void> {
  if ((await guard(countListeners(cdp))) > MAX_LISTENERS) return
  const objects = await guard(listeningElements(cdp, world.contextId))
  await guard(
    cdp.send('Runtime.callFunctionOn', {
      functionDeclaration: String(rememberListening),
      executionContextId: world.contextId,
      arguments: objects.map((objectId) => ({ objectId })),
    }),
  )
}

/** In the page. */
function rememberListening(...elements: Element[]): void {
  ;(globalThis as InteractionState).pageprobeListening = elements.filter((one) => one.nodeType === 1)
}

async function countListeners(cdp: Tab['cdp']): Promise<number> {
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  await cdp.send('Performance.disable')
  return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0
}

/** The elements as objects of the context, in the order of the document. */
async function listeningElements(cdp: Tab['cdp'], contextId: number): Promise<string[]> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document', contextId })
  if (result.objectId === undefined) return []
  const everywhere = { objectId: result.objectId, depth: -1, pierce: true }
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', everywhere)
  const nodes = listeners.flatMap(({ type, backendNodeId }) =>
    clicks.has(type) && backendNodeId !== undefined ? [backendNodeId] : [],
  )
  const resolved = [...new Set(nodes)]
    .slice(0, MAX_ELEMENTS)
    .map((backendNodeId) =>
      cdp
        .send('DOM.resolveNode', { backendNodeId, executionContextId: contextId })
        .then(({ object }) => object.objectId ?? null, ignore),
    )
  return (await Promise.all(resolved)).filter((objectId) => objectId !== null)
}
