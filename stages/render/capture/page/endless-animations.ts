/// <reference lib="dom" />
import { clippingElements, type Edges, type Visibility, visibilityOf, visibilityUses } from './visibility.ts'

/** An endless animation of an element or pseudo-element that may be invisible at times. Times are in milliseconds. */
interface EndlessAnimation {
  readonly animation: Animation
  readonly target: Element
  readonly pseudo: string | null
  readonly clipping: readonly Element[]
  /** When it begins: today's first frame. */
  readonly start: number
  /** After which it repeats: two iterations where every second one runs backwards. */
  readonly cycle: number
  /** At its first frame, then at equal distances in its cycle. */
  readonly samples: Visibility[]
}

/**
 * The times at which to pause the endless animations that show nothing, or little, at their first frame, and those that take turns in one
 * place, such as the slides of a show: the first time at which most is seen. Animations that take turns have the same time, so that the
 * state is one that a reader sees. It depends on the timing of the animations alone, not on the time that has passed. Pauses them all.
 */
export function timesOfVisibility(animations: readonly Animation[]): Map<Animation, number> {
  const most = 200
  const candidates = animations.filter(mayHide).slice(0, most).flatMap(endlessAnimation)
  const times = new Map<Animation, number>()
  for (const [cycle, members] of Map.groupBy(candidates, (member) => member.cycle)) {
    const offsets = sampleCycle(members, cycle)
    for (const turns of groupByPlace(members.filter(isHiddenAtTimes))) {
      const time = timeOfMost(turns, offsets)
      if (time !== null) for (const { animation } of turns) times.set(animation, time)
    }
  }
  return times
}

/** Whether the animation changes a property that can make its element invisible. A rotation in the plane does not. */
function mayHide({ effect }: Animation): boolean {
  const names = [
    'opacity',
    'visibility',
    'display',
    'clipPath',
    'filter',
    'translate',
    'scale',
    'strokeDashoffset',
    'fontSize',
  ]
  const sizes = [
    'width',
    'height',
    'maxWidth',
    'maxHeight',
    'left',
    'right',
    'top',
    'bottom',
    'marginLeft',
    'marginTop',
  ]
  const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
  return keyframes.some(
    (keyframe) =>
      /translate|scale|matrix|rotate(x|y|3d)/i.test(String(keyframe.transform ?? '')) ||
      [...names, ...sizes].some((name) => name in keyframe),
  )
}

/** None for an animation that the page has paused. */
function endlessAnimation(animation: Animation): EndlessAnimation[] {
  const { effect } = animation
  if (!(effect instanceof KeyframeEffect) || effect.target === null) return []
  const { target, pseudoElement: pseudo } = effect
  const { delay = 0, duration, direction } = effect.getComputedTiming()
  if (typeof duration !== 'number' || duration <= 0) return []
  if (/paused/.test(getComputedStyle(target, pseudo).animationPlayState)) return []
  const cycle = /alternate/.test(direction ?? '') ? 2 * duration : duration
  const clipping = clippingElements(target)
  return [{ animation, target, pseudo, clipping, start: Math.max(0, delay), cycle, samples: [] }]
}

/** Samples all members at their first frame, then at the returned times. By then all have begun, and the first one begins again. */
function sampleCycle(members: readonly EndlessAnimation[], cycle: number): number[] {
  const count = 40
  const starts = members.map(({ start }) => start)
  const first = Math.min(...starts)
  const begin = first + Math.ceil((Math.max(...starts) - first) / cycle) * cycle
  // The last one is just before the end.
  const share = (index: number) => Math.min(index / count, 1 - 1e-5)
  const times = Array.from({ length: count + 1 }, (_, index) => begin + share(index) * cycle)
  for (const time of [null, ...times]) {
    for (const { animation, start } of members) pauseAt(animation, time ?? start)
    for (const { samples, target, pseudo, clipping } of members)
      samples.push(visibilityOf(target, pseudo, clipping))
  }
  return times
}

/** Pauses an endless animation. One that runs backwards has no first frame, so it keeps running. */
export function pauseAt(animation: Animation, time: number): void {
  try {
    animation.pause()
    animation.currentTime = time
  } catch {
    // It keeps running.
  }
}

function peakOf({ samples }: EndlessAnimation): Visibility | undefined {
  return samples.toSorted((a, b) => b.amount - a.amount)[0]
}

/** The share of the most that is ever seen of it. */
function shareOf(member: EndlessAnimation, sample: number): number {
  const { amount = 0 } = peakOf(member) ?? {}
  return amount > 0 ? (member.samples[sample]?.amount ?? 0) / amount : 0
}

function isHiddenAtTimes(member: EndlessAnimation): boolean {
  const invisible = 0.05
  return (
    (peakOf(member)?.amount ?? 0) > 0 &&
    member.samples.some((_, sample) => shareOf(member, sample) < invisible)
  )
}

/** Groups the animations that are seen in the same place. */
function groupByPlace(members: readonly EndlessAnimation[]): EndlessAnimation[][] {
  const groups: EndlessAnimation[][] = []
  for (const member of members) {
    const joined = groups.filter((group) =>
      group.some((other) => isSamePlace(peakOf(member)?.box, peakOf(other)?.box)),
    )
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push([...joined.flat(), member])
  }
  return groups
}

/** Whether the boxes have at least half of the smaller one in common. */
function isSamePlace(a: Edges | undefined, b: Edges | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const area = ({ left, top, right, bottom }: Edges) => Math.max(0, right - left) * Math.max(0, bottom - top)
  const common = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
  return area(common) >= Math.min(area(a), area(b)) / 2
}

/** Null where the first frames are to be kept: all begin together, and at least half of each is seen then. */
function timeOfMost(members: readonly EndlessAnimation[], times: readonly number[]): number | null {
  const isTogether = new Set(members.map(({ start }) => start)).size === 1
  if (isTogether && members.every((member) => shareOf(member, 0) >= 0.5)) return null
  // Squares: one slide that is seen is better than two that are half seen.
  const scores = times.map((_, index) =>
    members.reduce((sum, member) => sum + shareOf(member, index + 1) ** 2, 0),
  )
  const best = Math.max(...scores)
  return times[scores.findIndex((score) => score >= best - 1e-6)] ?? null
}

/** All functions that `timesOfVisibility` and `pauseAt` need in the page. */
export const endlessAnimationsUses = [
  ...[timesOfVisibility, mayHide, endlessAnimation, sampleCycle, pauseAt, peakOf, shareOf],
  ...[isHiddenAtTimes, groupByPlace, isSamePlace, timeOfMost, ...visibilityUses],
]
