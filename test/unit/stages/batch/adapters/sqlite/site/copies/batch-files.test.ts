import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import {
  type BatchFilesOptions,
  makeBatchFiles,
} from '#stages/batch/adapters/sqlite/site/copies/batch-files.ts'
import type { ReportThread } from '#stages/batch/adapters/sqlite/site/report-thread.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'

const COUNT = 2
/** Batches whose homes are the shards 0 and 1. */
const [inFirst, inSecond] = [0, 1].map(
  (shard) => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find((id) => homeOf(id, COUNT) === shard) ?? '',
) as [string, string]
const { signal } = new AbortController()
const by = (owner: string) => ({ owner, signal })

describe('makeBatchFiles', () => {
  let root: string
  let folder: string
  let calls: unknown[][]
  let losing: AbortController
  let options: BatchFilesOptions
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pageprobe-files-'))
    folder = join(root, 'copies')
    calls = []
    losing = new AbortController()
    const thread = {
      async run(name: string, { target }: { target: string }) {
        calls.push([name])
        writeFileSync(target, name)
      },
    } as unknown as ReportThread
    options = {
      thread,
      folder,
      shards: { count: COUNT, ask: async () => [] as never },
      owned: () => [{ shard: 0, path: 'own.db', sites: {} as never, lost: losing.signal }],
      async *copyFrom(shard, id) {
        calls.push(['copyFrom', shard, id])
        yield Buffer.from('copied')
      },
    }
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('removes what a former process left', () => {
    mkdirSync(join(folder, 'report-x'), { recursive: true })
    makeBatchFiles(options)
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('opens the file of an own shard, which has all of the batch', async () => {
    const files = await makeBatchFiles(options)([inFirst], by('x'))
    expect([files.paths, calls]).to.deep.equal([['own.db'], []])
    await files.close()
  })

  it('copies what another process has, also twice, until it is closed', async () => {
    const files = await makeBatchFiles(options)([inSecond, inFirst, inSecond], by('x'))
    const [first = '', own, again = ''] = files.paths
    expect(own).to.equal('own.db')
    expect([first, again].map(existsSync)).to.deep.equal([true, true])
    expect(first).not.to.equal(again)
    await files.close()
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('merges what the shards of a list have, that of its home first', async () => {
    const ask = async () => [0, 1] as never
    const files = await makeBatchFiles({ ...options, shards: { count: COUNT, ask } })([inSecond], by('x'))
    expect(calls).to.deep.equal([['copyFrom', 1, inSecond], ['copy'], ['merge']])
    await files.close()
  })

  it('says that a file was lost while it was open', async () => {
    const files = await makeBatchFiles(options)([inFirst], by('x'))
    const broken = new Error('broken')
    expect([files.failureOf(broken), files.signal.aborted]).to.deep.equal([broken, false])
    losing.abort()
    expect(files.failureOf(broken)).to.include({ code: 'SERVICE_UNAVAILABLE', cause: broken })
    expect(files.signal.aborted).to.equal(true)
    await files.close()
  })

  it('leaves nothing on the disk when a shard cannot be reached', async () => {
    const open = makeBatchFiles({
      ...options,
      // biome-ignore lint/correctness/useYield: it fails before
      async *copyFrom() {
        throw unavailable('shard')
      },
    })
    for (const _ of [1, 2])
      expect(await rejectionOf(open([inSecond], by('x')))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('has copies for one report of an owner at a time, and for eight in all', async () => {
    const open = makeBatchFiles(options)
    const opened: { owner: string; close(): Promise<void> }[] = []
    const begin = async (owner: string) => {
      const { close } = await open([inSecond], by(owner))
      opened.push({ owner, close })
    }
    const all = [begin('same'), begin('same'), ...Array.from({ length: 8 }, (_, at) => begin(`${at}`))]
    await eventually(() => opened.length === 8)
    expect(opened.filter(({ owner }) => owner === 'same')).to.have.length(1)
    for (let closed = 0; closed < all.length; closed++) {
      await eventually(() => opened.length > closed)
      await opened[closed]?.close()
    }
    await Promise.all(all)
    expect(readdirSync(folder)).to.deep.equal([])
  })
})
