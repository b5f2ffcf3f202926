import { endedCount, hasEnded, type Status } from './status.ts'

/** The rate shown is that of this long a time, in milliseconds. */
const RECENT_MS = 10_000

/** How fast a batch goes. */
export interface Pace {
  /** Pages that ended, a second: over the last 10 s, and since it has been watched; null before there are two looks. */
  readonly recent: number | null
  readonly mean: number | null
  /** Seconds until what is known now is done; null when nothing tells, as when nothing has ended for longer than that. */
  readonly secondsLeft: number | null
  /** Seconds since a page ended, or since it has been watched; null unless pages run and none ended for 10 s at least. */
  readonly silentFor: number | null
  /** Are pages still being found, so that there will be more? */
  readonly isGrowing: boolean
}

interface Look {
  readonly at: number
  readonly ended: number
  readonly accepted: number
}

/** Answers with the pace at each look at a batch; `at` in milliseconds of any clock. */
export function makePace(): (status: Status, at: number) => Pace {
  let looks: Look[] = []
  let first: Look | null = null
  let news: Look | null = null
  return (status, at) => {
    const look = { at, ended: endedCount(status), accepted: status.counts.accepted }
    first ??= look
    if (news?.ended !== look.ended) news = look
    const silentFor = silence(status, at - news.at)
    looks = [...looks.filter((one, index) => one.at >= at - RECENT_MS || index === looks.length - 1), look]
    const recent = rate(looks[0] ?? look, look)
    const mean = rate(first, look)
    return {
      recent,
      mean,
      secondsLeft: secondsLeft(status, recent || mean, silentFor ?? 0),
      silentFor,
      isGrowing: !hasEnded(status) && look.accepted > first.accepted,
    }
  }
}

function rate(from: Look, to: Look): number | null {
  return to.at > from.at ? ((to.ended - from.ended) * 1000) / (to.at - from.at) : null
}

function silence(status: Status, milliseconds: number): number | null {
  const isWorking = status.counts.running > 0 && !hasEnded(status)
  return isWorking && milliseconds >= RECENT_MS ? milliseconds / 1000 : null
}

function secondsLeft({ state, counts }: Status, perSecond: number | null, silentFor: number): number | null {
  const left = counts.waiting + counts.running
  if (left === 0) return 0
  if (state !== 'running' || perSecond === null || perSecond <= 0) return null
  const estimate = left / perSecond
  return estimate >= silentFor ? estimate : null
}
