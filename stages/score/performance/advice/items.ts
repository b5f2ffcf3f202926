import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { durationOf, type SavedBytes } from './saved-time.ts'
import { kib, type TipItem } from './tip.ts'

/** An item of which this is known. */
export function itemOf(known: Partial<TipItem>): TipItem {
  return { url: null, selector: null, bytes: null, ms: null, text: null, ...known }
}

/** Files with their bytes on the wire, the largest first. */
export function filesBySize(files: readonly LabRequest[]): TipItem[] {
  return files
    .toSorted((one, other) => other.transferBytes - one.transferBytes)
    .map(({ url, transferBytes }) => itemOf({ url, bytes: transferBytes }))
}

/** Files with the time that they took, the longest first; `textOf`: what else is known of one. */
export function filesByTime(
  files: readonly LabRequest[],
  textOf: (file: LabRequest) => string | null = () => null,
): TipItem[] {
  return files
    .toSorted((one, other) => durationOf(other) - durationOf(one))
    .map((file) => itemOf({ url: file.url, ms: durationOf(file), text: textOf(file) }))
}

/** Files with the bytes that could be saved on them, the most first. */
export function filesBySaving<Saved extends SavedBytes>(
  saved: readonly Saved[],
  textOf: (one: Saved) => string = ({ request }) => `of ${kib(request.transferBytes)}`,
): TipItem[] {
  return saved
    .toSorted((one, other) => other.bytes - one.bytes)
    .map((one) => itemOf({ url: one.request.url, bytes: one.bytes, text: textOf(one) }))
}

/** Scripts with their running time, in their order. */
export function scriptItems(scripts: readonly { readonly url: string; readonly ms: number }[]): TipItem[] {
  return scripts.map(({ url, ms }) => itemOf({ url, ms }))
}
