import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { frontierPath, openFrontierFile } from '#stages/batch/frontier/file/open-file.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { dispatchedUrls, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { type FileScene, openFileScene } from './file-scene.ts'

const URLS = ['http://a.example/1', 'http://a.example/2', 'http://a.example/3', 'http://b.example/']

describe('openFrontierFile', () => {
  let scene: FileScene
  beforeEach(async () => {
    scene = await openFileScene()
  })
  afterEach(() => scene.end())

  it('opens the file in the folder, and finds its batches again', async () => {
    const file = await openFrontierFile(scene.options())
    await startBatch(file, 'one', URLS)
    expect(existsSync(frontierPath(scene.folder))).to.equal(true)
    await scene.close()
    const again = await openFrontierFile(scene.options())
    expect(await again.frontier.batch('one')).to.include({ state: 'running' })
    expect(again.isUnfinished()).to.equal(true)
  })

  it('dispatches one more of a host than it gets at a time', async () => {
    const file = await openFrontierFile(scene.options())
    await startBatch(file, 'one', URLS)
    expect(dispatchedUrls(await file.frontier.dispatch(10))).to.have.members([
      'http://a.example/1',
      'http://a.example/2',
      'http://b.example/',
    ])
  })

  it('dispatches and completes nothing while the ownership is not confirmed', async () => {
    let isOwner = true
    const confirm = async () => {
      if (!isOwner) throw unavailable('batches')
    }
    const { frontier } = await openFrontierFile(scene.options({ confirm }))
    await startBatch({ frontier }, 'one', URLS)
    await frontier.dispatch(1)
    isOwner = false
    const completion = { id: 'one.1', outcome: null }
    for (const work of [() => frontier.dispatch(1), () => frontier.complete([completion])])
      expect(isUnavailable(await rejectionOf(work()))).to.equal(true)
    isOwner = true
    await frontier.complete([completion])
    expect((await frontier.status('one'))?.counts).to.include({ failed: 1, waiting: 3 })
  })
})
