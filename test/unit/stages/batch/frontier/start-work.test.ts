import { expect } from 'chai'
import type { BatchService } from '#stages/batch/batch-service.ts'
import { openFilePart } from '#stages/batch/frontier/open-file.ts'
import { startFrontierWork } from '#stages/batch/frontier/start-work.ts'
import { someBatch } from '#test/contract/batches.ts'
import { eventually } from '#test/contract/eventually.ts'
import { resultOf, runToyStage } from '#test/unit/shared/stage/toy-stage.ts'
import { type FileScene, openFileScene } from './file-scene.ts'

const { signal } = new AbortController()

async function* body(...lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}

describe('startFrontierWork', () => {
  let scene: FileScene
  beforeEach(async () => {
    scene = await openFileScene()
  })
  afterEach(() => scene.end())

  async function start(): Promise<BatchService> {
    const options = scene.options()
    return startFrontierWork({ ...options, opened: await openFilePart(options) })
  }

  it('has the pages of its batches inspected, and serves their results', async () => {
    const stage = await runToyStage(scene.embedded, async (work) => resultOf(work, '{"title":"A page"}'))
    const batches = await start()
    const urls = ['http://one.example/', 'http://two.example/']
    const { id } = await batches.submit(someBatch, body(...urls), signal)
    const named = { id, owner: 'somebody' }
    await eventually(async () => (await batches.status(named))?.state === 'finished')
    let text = ''
    for await (const piece of (await batches.results(named, { after: 0, isFollowing: false, signal })) ?? [])
      text += Buffer.from(piece).toString()
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).url)).to.have.members(urls)
    await stage.drain(0)
  })

  it('ends with the process: nothing is dispatched afterwards', async () => {
    const requests = await scene.embedded.watch('inspection.requested.batch')
    const batches = await start()
    await batches.submit(someBatch, body('http://one.example/'), signal)
    await eventually(() => requests.length === 1)
    await scene.close()
    expect(requests).to.have.length(1)
  })
})
