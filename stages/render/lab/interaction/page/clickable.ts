import { flatParent, flatPath, rootsOf } from './flat-tree.ts'

/** The state of the interactions in the isolated world of a page. */
export interface InteractionState {
  /** Elements that were operated. */
  pageprobeTouched?: WeakSet<Element>
  /** Kinds of elements of which one was operated. */
  pageprobeKinds?: Set<string>
  /** Elements with a listener for clicks. */
  pageprobeListening?: readonly Element[]
  /** What `findClickable` has found. */
  pageprobeClickable?: readonly Element[]
}

/** In the page. What elements of no kind of their own a click may do something to: with a listener or handler, or shown as such. */
export function findClickable(): readonly Element[] {
  const world = globalThis as InteractionState
  if (world.pageprobeClickable !== undefined) return world.pageprobeClickable
  const [MOST_LOOKED_AT, MOST] = [5000, 100]
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, label, iframe, [role="button"], [role="tab"]'
  const listening = new Set(world.pageprobeListening)
  const isContainer = (one: Element) => one.matches('html, body') || one.querySelector(CONTROLS) !== null
  const isWide = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width * height > (innerWidth * innerHeight) / 2
  }
  const pointsOut = (one: Element) => {
    const parent = flatParent(one)
    const isPointer = (at: Element) => getComputedStyle(at).cursor === 'pointer'
    return isPointer(one) && (parent === null || !isPointer(parent))
  }
  const all = rootsOf()
    .flatMap((root) => [...root.querySelectorAll('*')].slice(0, MOST_LOOKED_AT))
    .slice(0, MOST_LOOKED_AT)
  const heard = all.filter((one) => one.hasAttribute('onclick') || listening.has(one))
  const shown = all.filter((one) => !one.matches(CONTROLS) && pointsOut(one))
  world.pageprobeClickable = [...new Set([...heard, ...shown])]
    .filter(
      (one) =>
        !isContainer(one) &&
        !isWide(one) &&
        !flatPath(one)
          .slice(1)
          .some((at) => at.matches(CONTROLS)),
    )
    .slice(0, MOST)
  return world.pageprobeClickable
}
