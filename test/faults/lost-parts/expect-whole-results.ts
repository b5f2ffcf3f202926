import { expect } from 'chai'
import type { BatchClient, BatchLine } from '#test/support/service/batch-client.ts'

/** Every URL has one line, a result, and the lines are numbered without a gap. */
export async function expectWholeResults(
  batches: BatchClient,
  id: string,
  urls: readonly string[],
): Promise<void> {
  const lines: BatchLine[] = []
  for await (const line of batches.results(id)) lines.push(line)
  expect(lines.map(({ n }) => n)).to.deep.equal(urls.map((_, at) => at + 1))
  expect(new Set(lines.map((line) => line.id)).size).to.equal(urls.length)
  expect(lines.map(({ url }) => url).toSorted()).to.deep.equal(urls.toSorted())
  expect(lines.filter(({ code }) => code !== undefined)).to.deep.equal([])
}
