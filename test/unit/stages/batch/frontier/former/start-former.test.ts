import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { pino } from 'pino'
import type { Log } from '#shared/log.ts'
import { frontierPath, openFrontierFile } from '#stages/batch/frontier/file/open-file.ts'
import { startFormerFrontier } from '#stages/batch/frontier/former/start-former.ts'
import { eventually } from '#test/contract/eventually.ts'
import { startBatch } from '#test/contract/frontier/batch-scene.ts'
import { deferredRecord } from '#test/contract/frontier/deferred-record.ts'
import { resultOf, runToyStage } from '#test/unit/shared/stage/toy-stage.ts'
import { type FileScene, noLookups, openFileScene, secret } from '../file/file-scene.ts'

const BATCH = '6f0a1f9e-5c80-4b44-8a0b-0123456789ab'
const named = { id: BATCH, owner: 'somebody' }

describe('startFormerFrontier', () => {
  let scene: FileScene
  beforeEach(async () => {
    scene = await openFileScene()
  })
  afterEach(() => scene.end())

  const start = (logger?: Log) =>
    startFormerFrontier({ ...scene.options(logger && { logger }), lookups: noLookups, secret })

  async function withBatch(): Promise<void> {
    const file = await openFrontierFile(scene.options())
    await startBatch(file, BATCH, ['http://a.example/', 'http://b.example/'])
    await scene.close()
  }

  it('starts nothing without a file, and makes none', async () => {
    expect(await start()).to.equal(null)
    expect(existsSync(frontierPath(scene.folder))).to.equal(false)
  })

  it('starts nothing when all batches are gone, and says that the file may be removed', async () => {
    await openFrontierFile(scene.options())
    await scene.close()
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    expect(await start(logger)).to.equal(null)
    expect(lines.map((line) => JSON.parse(line).path)).to.deep.equal([frontierPath(scene.folder)])
    expect(lines[0]).to.include('may be removed')
  })

  it('goes on with its batches until they end, and serves them afterwards', async () => {
    await withBatch()
    const stage = await runToyStage(scene.embedded, async (work) => resultOf(work, '{}'))
    const former = await start()
    await eventually(async () => (await former?.status(named))?.state === 'finished')
    expect((await former?.status(named))?.counts).to.include({ accepted: 2, done: 2, failed: 0 })
    await scene.close()
    const again = await start()
    expect(await again?.status(named)).to.include({ state: 'finished' })
    await stage.drain(0)
  })

  it('dispatches deferred requests that it has, and takes no new ones', async () => {
    const file = await openFrontierFile(scene.options())
    await file.frontier.defer([deferredRecord('earlier', 'http://a.example/')])
    await scene.close()
    const requests = await scene.embedded.watch('inspection.requested.batch')
    await scene.embedded.log.append([deferredRecord('later', 'http://b.example/')])
    await withBatch()
    await start()
    await eventually(() => requests.length === 3)
    const ids = requests.map(({ headers }) => String(headers.ce_id))
    expect(ids).to.have.members(['earlier', `${BATCH}.1`, `${BATCH}.2`])
    expect((await scene.embedded.log.lag('batch.batch', ['inspection.deferred']))[0]?.records).to.equal(1)
  })
})
