import { expect } from 'chai'
import { roastery } from '#infra/tools/examples/pictures/roastery.ts'

const HREF = /(?:href|src)="(\/[^"]*)"/g

/** Paths that pages name and that are not there, or are an error. */
async function brokenPaths(isImproved: boolean): Promise<string[]> {
  const files = await roastery(isImproved)
  const named = [...files.values()].flatMap(({ body }) =>
    typeof body === 'string' ? [...body.matchAll(HREF)].map(([, path = '']) => path) : [],
  )
  return [...new Set(named)].filter((path) => (files.get(path)?.status ?? 404) >= 400)
}

describe('the site of the pictures', () => {
  it('has one broken link at first, and none when it is improved', async () => {
    expect(await brokenPaths(false)).to.deep.equal(['/autumn-offers'])
    expect(await brokenPaths(true)).to.deep.equal([])
  })
})
