/// <reference lib="dom" />
import { allRoots } from './roots.ts'

/**
 * Waits until what was changed is laid out and painted, and what waits for being seen has heard of it: observers are told by a
 * task after a frame, which a busy browser may put behind the next frame. A page that paints nothing is not waited for.
 */
export async function untilPainted(): Promise<void> {
  const longestMs = 250
  const late = () => new Promise((resolve) => setTimeout(resolve, longestMs))
  const observed = new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement)
  })
  await Promise.race([observed, late()])
  await Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), late()])
}

/** `promise`, or nothing after `ms`. */
export async function resolveWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([promise, late]).catch(() => {})
}

/** Waits, `ms` at most, until nothing changes: numbers that count up, and what slides in by script, end by themselves. */
export async function untilUnchanging(ms: number): Promise<void> {
  const restMs = 100
  const until = performance.now() + ms
  let changedAt = performance.now()
  const observer = new MutationObserver(() => {
    changedAt = performance.now()
  })
  for (const root of allRoots())
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  while (performance.now() < Math.min(until, changedAt + restMs))
    await new Promise((resolve) => setTimeout(resolve, 25))
  observer.disconnect()
}
