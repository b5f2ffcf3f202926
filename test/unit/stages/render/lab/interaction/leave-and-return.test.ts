import { expect } from 'chai'
import type { Protocol } from 'puppeteer-core'
import { toBlockers } from '#stages/render/lab/interaction/leave-and-return.ts'

type Explanation = Protocol.Page.BackForwardCacheNotRestoredExplanation
type Frame = Protocol.Page.BackForwardCacheNotRestoredExplanationTree

const because = (
  reason: Explanation['reason'],
  script?: string,
  type: Explanation['type'] = 'PageSupportNeeded',
): Explanation => ({
  ...{ reason, type },
  ...(script !== undefined && { details: [{ url: script, lineNumber: 1, columnNumber: 1 }] }),
})
const frame = (url: string, explanations: Explanation[], children: Frame[] = []): Frame => ({
  ...{ url, explanations, children },
})
const blockers = (list: Explanation[], tree?: Frame) =>
  toBlockers({
    ...{ loaderId: 'L', frameId: 'F', notRestoredExplanations: list },
    ...(tree && { notRestoredExplanationsTree: tree }),
  })

const page = 'https://a.example/'
const script = 'https://a.example/a.js'

describe('blockers of the back/forward cache', () => {
  it('are the reasons that the page could remove', () => {
    const list = [
      because('BackForwardCacheDisabledForDelegate', undefined, 'Circumstantial'),
      because('WebXR', undefined, 'SupportPending'),
      because('UnloadHandlerExistsInMainFrame'),
    ]
    expect(blockers(list)).to.deep.equal([{ reason: 'UnloadHandlerExistsInMainFrame', url: null }])
  })

  it('name the script, or else the frame', () => {
    const inner = frame('https://b.example/', [because('UnloadHandlerExistsInSubFrame')])
    const tree = frame(page, [because('WebSocket', script)], [inner])
    expect(blockers([], tree)).to.deep.equal([
      { reason: 'WebSocket', url: script },
      { reason: 'UnloadHandlerExistsInSubFrame', url: 'https://b.example/' },
    ])
  })

  it('come once each, from the tree and from the list', () => {
    const tree = frame(page, [because('WebLocks'), because('WebLocks')])
    expect(blockers([because('WebLocks', script), because('WebSocket')], tree)).to.deep.equal([
      { reason: 'WebLocks', url: null },
      { reason: 'WebSocket', url: null },
    ])
  })

  it('name http(s) URLs only', () => {
    const inner = frame('about:srcdoc', [because('WebLocks', 'data:text/javascript,1')])
    expect(blockers([], frame(page, [], [inner]))).to.deep.equal([{ reason: 'WebLocks', url: null }])
  })

  it('are bounded', () => {
    const frames = Array.from({ length: 5000 }, (_, index) =>
      frame(`${page}${index}`, [because('UnloadHandlerExistsInSubFrame')]),
    )
    expect(blockers([], frame(page, [], frames))).to.have.length(50)
  })
})
