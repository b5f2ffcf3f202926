import { expect } from 'chai'
import { siteDetailsBody, sitePageBody } from '#gateway/routes/batches/sites/bodies.ts'

const crawl = (n: number, score: number | null) => ({
  ...{ batch: `b${n}`, operation: 'metadata', finishedAt: `2026-11-${10 + n}T00:00:00.000Z`, score },
  ...{ pages: n, notIndexable: 1, errors: 2, newIssues: 3, fixedIssues: null },
})
const described = (n: number, score: number | null) => ({
  ...{ batch: `b${n}`, operation: 'metadata', finished_at: `2026-11-${10 + n}T00:00:00.000Z`, score },
  ...{ pages: n, not_indexable: 1, errors: 2, new: 3, fixed: null },
})
const site = { host: 'a.example', crawls: [crawl(2, 90.5), crawl(1, null)] }
const listed = {
  ...{ host: 'a.example', crawls: 2, last: described(2, 90.5) },
  scores: [
    { batch: 'b1', at: '2026-11-11T00:00:00.000Z', score: null },
    { batch: 'b2', at: '2026-11-12T00:00:00.000Z', score: 90.5 },
  ],
}

describe('bodies of sites', () => {
  it('have the last crawl, and the scores with the oldest first', () => {
    expect(sitePageBody({ sites: [site], next: null })).to.deep.equal({ sites: [listed], next_cursor: null })
    const next = { finishedAt: '2026-11-12T00:00:00.000Z', host: 'a.example' }
    expect(sitePageBody({ sites: [], next }).next_cursor).to.match(/^[\w-]+$/)
  })

  it('have the history of one site with the newest crawl first', () => {
    const history = [described(2, 90.5), described(1, null)]
    expect(siteDetailsBody(site)).to.deep.equal({ ...listed, history })
  })
})
