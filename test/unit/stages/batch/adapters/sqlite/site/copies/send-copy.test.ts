import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { makeCopySender } from '#stages/batch/adapters/sqlite/site/copies/send-copy.ts'
import type { ReportThread } from '#stages/batch/adapters/sqlite/site/report-thread.ts'
import type { OwnedSite } from '#stages/batch/shards/site/owned-site.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'

const { signal } = new AbortController()
const SIZE = 1_000_000

describe('makeCopySender', () => {
  let folder: string
  let copying: number
  let error: Error | null
  const losing = new AbortController()
  const site = { shard: 0, path: 'shard.db', lost: losing.signal } as OwnedSite
  const thread = {
    async run(_: string, { target }: { target: string }) {
      copying += 1
      if (error !== null) throw error
      writeFileSync(target, Buffer.alloc(SIZE, 1))
    },
  } as unknown as ReportThread
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-send-'))
    copying = 0
    error = null
  })
  afterEach(() => {
    expect(readdirSync(folder)).to.deep.equal([])
    rmSync(folder, { recursive: true })
  })

  async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
    let bytes = 0
    for await (const chunk of chunks) bytes += chunk.length
    return bytes
  }

  it('sends the whole copy', async () => {
    expect(await bytesOf(makeCopySender({ thread, folder })(site, 'a', signal))).to.equal(SIZE)
  })

  it('removes the copy when the reader stops, and when it cannot be made', async () => {
    const send = makeCopySender({ thread, folder })
    for await (const chunk of send(site, 'a', signal)) if (chunk.length > 0) break
    error = new Error('broken')
    expect(await rejectionOf(bytesOf(send(site, 'a', signal)))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('has four copies at a time', async () => {
    const send = makeCopySender({ thread, folder })
    const readers = Array.from({ length: 5 }, () => send(site, 'a', signal)[Symbol.asyncIterator]())
    const firsts = readers.map((reader) => reader.next())
    await Promise.all(firsts.slice(0, 4))
    expect(copying).to.equal(4)
    await readers[0]?.return?.()
    await eventually(() => copying === 5)
    await firsts[4]
    for (const reader of readers) await reader.return?.()
  })
})
