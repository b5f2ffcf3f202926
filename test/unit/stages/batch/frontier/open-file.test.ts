import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openFilePart } from '#stages/batch/frontier/open-file.ts'
import { dispatchedUrls, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { type FileScene, openFileScene } from './file-scene.ts'

const URLS = ['http://a.example/1', 'http://a.example/2', 'http://a.example/3', 'http://b.example/']

describe('openFilePart', () => {
  let scene: FileScene
  beforeEach(async () => {
    scene = await openFileScene()
  })
  afterEach(() => scene.end())

  it('opens the file in the folder, and finds its batches again', async () => {
    const file = await openFilePart(scene.options())
    await startBatch(file, 'one', URLS)
    expect(existsSync(join(scene.folder, 'batches/frontier.db'))).to.equal(true)
    await scene.close()
    const again = await openFilePart(scene.options())
    expect(await again.frontier.batch('one')).to.include({ state: 'running' })
  })

  it('dispatches one more of a host than it gets at a time', async () => {
    const file = await openFilePart(scene.options())
    await startBatch(file, 'one', URLS)
    expect(dispatchedUrls((await file.frontier.dispatch(10)).dispatches)).to.have.members([
      'http://a.example/1',
      'http://a.example/2',
      'http://b.example/',
    ])
  })
})
