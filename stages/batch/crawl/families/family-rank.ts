import { crawlLimits } from '../crawl-limits.ts'
import { type Sameness, sameness } from './family-content.ts'

/** What is known of the pages of a family, or of a section. */
export interface FamilyRecord {
  /** Pages that were compared, and those of them that were new. */
  readonly compared: number
  readonly fresh: number
  /** Same pages since the last new one, each as its `Sameness`. */
  readonly stale: number
}

/** Whether the addresses of a family are followed: at once, when nothing else is left to do, or only samples of them. */
export const rank = { followed: 0, sunk: 1, sampled: 2 } as const
export type Rank = (typeof rank)[keyof typeof rank]

/** The rank of a family in a section. A section that brings nothing new leaves its families little. */
export function rankOf(family: FamilyRecord, section: FamilyRecord): Rank {
  const isSectionStale = section.stale >= pages(crawlLimits.staleBeforeSamples)
  const most = isSectionStale ? crawlLimits.staleInStaleSection : crawlLimits.staleBeforeSamples
  if (family.stale >= pages(most)) return rank.sampled
  return isSectionStale || isPoor(family) ? rank.sunk : rank.followed
}

function isPoor({ compared, fresh, stale }: FamilyRecord): boolean {
  const isMostlySame =
    compared >= crawlLimits.comparedBeforeSinking && fresh < compared * crawlLimits.freshShare
  return isMostlySame || stale >= pages(crawlLimits.comparedBeforeSinking)
}

function pages(count: number): number {
  return count * sameness.certain
}

/** The record after a page that is, or is not, the same as a known one. */
export function withPage(record: FamilyRecord, same: Sameness): FamilyRecord {
  const isNew = same === sameness.none
  return {
    compared: record.compared + 1,
    fresh: record.fresh + (isNew ? 1 : 0),
    stale: isNew ? 0 : record.stale + same,
  }
}
