import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { onNextDocument } from '#stages/render/tab/next-document.ts'

describe('the next document of the main frame', () => {
  it('is told once, and not for those of other frames', () => {
    const session = new EventEmitter()
    const types: string[] = []
    onNextDocument(session as unknown as CDPSession, (type) => types.push(type))
    session.emit('Page.frameNavigated', { frame: { id: 'B', parentId: 'A' }, type: 'Navigation' })
    expect(types).to.deep.equal([])
    session.emit('Page.frameNavigated', { frame: { id: 'A' }, type: 'BackForwardCacheRestore' })
    session.emit('Page.frameNavigated', { frame: { id: 'A' }, type: 'Navigation' })
    expect(types).to.deep.equal(['BackForwardCacheRestore'])
    expect(session.listenerCount('Page.frameNavigated')).to.equal(0)
  })
})
