import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { BatchAnswer, BatchClient, BatchLine } from '../service/batch-client.ts'

/** How a batch went on until its end. */
export interface BatchProgress {
  readonly ended: BatchAnswer
  /** The longest time without another ended URL, in milliseconds. */
  readonly longestPauseMs: number
}

const POLL_MS = 200

/** Watches a batch until its end; what a call does not answer counts as no progress. */
export async function watchProgress(batches: BatchClient, id: string): Promise<BatchProgress> {
  let last = { ended: -1, at: performance.now() }
  let longestPauseMs = 0
  for (;;) {
    const answer = await batches.status(id).catch(() => null)
    const count = answer === null ? last.ended : answer.counts.done + answer.counts.failed
    const now = performance.now()
    if (count > last.ended) {
      if (last.ended > 0) longestPauseMs = Math.max(longestPauseMs, now - last.at)
      last = { ended: count, at: now }
    }
    if (answer !== null && (answer.state === 'finished' || answer.state === 'cancelled'))
      return { ended: answer, longestPauseMs }
    await sleep(POLL_MS)
  }
}

/** The status, as soon as there is an answer. */
export async function statusSoon(batches: BatchClient, id: string): Promise<BatchAnswer> {
  for (;;) {
    const answer = await batches.status(id).catch(() => null)
    if (answer !== null) return answer
    await sleep(POLL_MS)
  }
}

/** Waits until so many URLs of a batch have ended. */
export async function untilDone(batches: BatchClient, id: string, count: number): Promise<void> {
  for (;;) {
    const { counts } = await statusSoon(batches, id)
    if (counts.done + counts.failed >= count) return
    await sleep(POLL_MS)
  }
}

/** Milliseconds until another URL of a batch has ended than those that have ended before. */
export async function resumedAfterMs(batches: BatchClient, id: string, before: BatchAnswer): Promise<number> {
  const began = performance.now()
  await untilDone(batches, id, before.counts.done + before.counts.failed + 1)
  return performance.now() - began
}

/** Every URL has one line, a result; ids are unique, and the lines are numbered without a gap. Returns the lines. */
export async function expectWholeResults(
  batches: BatchClient,
  id: string,
  urls: readonly string[],
): Promise<readonly BatchLine[]> {
  const lines = await allLines(batches, id)
  expect(lines.length).to.equal(urls.length)
  expect(lines.findIndex(({ n }, at) => n !== at + 1)).to.equal(-1)
  expect(new Set(lines.map((line) => line.id)).size).to.equal(urls.length)
  const sorted = urls.toSorted()
  expect(
    lines
      .map(({ url }) => url)
      .toSorted()
      .findIndex((url, at) => url !== sorted[at]),
  ).to.equal(-1)
  expect(lines.filter(({ code }) => code !== undefined).slice(0, 3)).to.deep.equal([])
  return lines
}

const MOST_READS = 5

/** All lines of a batch. A service that something is done to may break a response off: then it is read again. */
export async function allLines(batches: BatchClient, id: string): Promise<readonly BatchLine[]> {
  for (let reads = 1; ; reads++) {
    const lines: BatchLine[] = []
    try {
      for await (const line of batches.results(id)) lines.push(line)
      return lines
    } catch (error) {
      if (reads === MOST_READS) throw error
      await sleep(POLL_MS)
    }
  }
}
