import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'

type Located = NonNullable<SnapshotResult['located']>[number]
type Box = Located['boxes'][number]

/** An element to be outlined on a screenshot. */
export interface Mark {
  readonly selector: string
  readonly label: string
  /** The largest contentful paint, or an element of a finding. */
  readonly kind: 'lcp' | 'finding'
}

/** A box on the screenshot, in percent of its width and height. */
export interface PlacedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A mark with its number on the screenshot. */
export interface PlacedMark extends Mark {
  readonly number: number
  /** Empty where it is not on the screenshot. */
  readonly boxes: readonly PlacedBox[]
  /** Elements of the page that match; null where it was not looked for. */
  readonly matches: number | null
}

/** Selectors that one snapshot locates at most, and their longest length in characters (`locate` of `POST /snapshot`). */
const [MAX_LOCATED, MAX_CHARS] = [100, 1000]
/** Characters of all of them: a body has at most 64 KiB, and a character at most three bytes. */
const MAX_TOTAL_CHARS = 20_000

/** The selectors to locate: without duplicates and without those that the interface refuses, those of `first` in front. */
export function locatable(first: readonly string[], others: readonly string[] = []): readonly string[] {
  const trimmed = [...first, ...others].map((selector) => selector.trim())
  const usable = trimmed.filter(({ length }) => length > 0 && length <= MAX_CHARS)
  const located: string[] = []
  let room = MAX_TOTAL_CHARS
  for (const selector of new Set(usable)) {
    room -= selector.length
    if (room < 0 || located.length === MAX_LOCATED) break
    located.push(selector)
  }
  return located
}

/** Where the marks are on a screenshot. Of the largest paint only the largest box counts: its selector may match others besides. */
export function placed(
  marks: readonly Mark[],
  { located = [], width, height }: Pick<SnapshotResult, 'located' | 'width' | 'height'>,
): readonly PlacedMark[] {
  const bySelector = new Map(located.map((one) => [one.selector, one]))
  return marks.map((mark, index) => {
    const found = bySelector.get(mark.selector.trim())
    const boxes = mark.kind === 'lcp' ? largest(found?.boxes ?? []) : (found?.boxes ?? [])
    return {
      ...mark,
      number: index + 1,
      boxes: boxes.map((box) => inPercent(box, width, height)),
      matches: found?.matches ?? null,
    }
  })
}

function largest(boxes: readonly Box[]): readonly Box[] {
  return boxes.toSorted((one, other) => other.width * other.height - one.width * one.height).slice(0, 1)
}

function inPercent({ x, y, width, height }: Box, imageWidth: number, imageHeight: number): PlacedBox {
  return {
    x: (x / imageWidth) * 100,
    y: (y / imageHeight) * 100,
    width: (width / imageWidth) * 100,
    height: (height / imageHeight) * 100,
  }
}
