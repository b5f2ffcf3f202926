import { expect } from 'chai'
import { limitName, type OperationUsage, usageLines } from '#gateway/console/app/views/keys/usage-lines.ts'

const resets_at = '2026-01-02T00:00:00.000Z'

function lineOf(usage: OperationUsage, scopes: readonly string[] = ['snapshot']) {
  return usageLines({ operations: { snapshot: usage }, scopes })[0]
}

describe('usageLines', () => {
  it('has the used share of a limit', () => {
    expect(lineOf({ limit: 5000, used: 1250, remaining: 3750, resets_at })).to.deep.equal({
      operation: 'snapshot',
      name: 'Snapshot',
      isAllowed: true,
      share: 0.25,
      meaning: 'info',
      text: '1,250 of 5,000 used, 3,750 left',
      resetsAt: resets_at,
    })
  })

  it('warns from four fifths on, and says when it is spent', () => {
    const meanings = [39, 40, 49, 50, 51].map(
      (used) => lineOf({ limit: 50, used, remaining: null, resets_at })?.meaning,
    )
    expect(meanings).to.deep.equal(['info', 'warn', 'warn', 'bad', 'bad'])
  })

  it('has a limit of 0 as spent', () => {
    const line = lineOf({ limit: 0, used: 0, remaining: 0, resets_at })
    expect([line?.share, line?.meaning, line?.text]).to.deep.equal([1, 'bad', '0 of 0 used, 0 left'])
  })

  it('says that there is no limit', () => {
    const line = lineOf({ limit: null, used: 0, remaining: null, resets_at })
    expect([line?.share, line?.meaning, line?.text, line?.resetsAt]).to.deep.equal([
      null,
      'info',
      'No limit, 0 used today',
      null,
    ])
    expect(lineOf({ limit: null, used: 12, remaining: null, resets_at })?.text).to.deep.equal(
      'No limit, 12 used today',
    )
  })

  it('says which operations the key may not call', () => {
    expect(
      lineOf({ limit: null, used: 0, remaining: null, resets_at }, ['metadata'])?.isAllowed,
    ).to.deep.equal(false)
  })

  it('needs no scope for thumbnails', () => {
    const thumbnail = { limit: 1000, used: 0, remaining: 1000, resets_at }
    const [line] = usageLines({ operations: { thumbnail }, scopes: [] })
    expect([line?.name, line?.isAllowed]).to.deep.equal(['Thumbnails', true])
  })

  it('names what has a limit', () => {
    expect(['seo-audit', 'batch', 'something-new'].map(limitName)).to.deep.equal([
      'SEO audit',
      'Items of batches',
      'Something new',
    ])
  })
})
