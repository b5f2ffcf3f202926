import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { storeCopy } from '#stages/batch/adapters/sqlite/site/copies/store-copy.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const { signal } = new AbortController()

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('storeCopy', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-copy-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const path = () => join(folder, 'copy.db')

  it('stores the bytes, and takes them from the room', async () => {
    const room = { bytes: 10 }
    await storeCopy(chunks('abc', 'de'), path(), room, signal)
    expect([readFileSync(path(), 'utf8'), room.bytes]).to.deep.equal(['abcde', 5])
  })

  it('is unavailable without room for all bytes', async () => {
    const error = await rejectionOf(storeCopy(chunks('abc', 'de'), path(), { bytes: 4 }, signal))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('writes nothing more once it has failed, so that its folder can be removed', async () => {
    for (let at = 0; at < 30; at++) {
      const to = join(folder, `${at}.db`)
      await rejectionOf(storeCopy(chunks('abc', 'de'), to, { bytes: 4 }, signal))
      const isWritten = existsSync(to)
      for (let turn = 0; turn < 50; turn++) await nextTurn()
      expect(existsSync(to)).to.equal(isWritten)
    }
  })

  it('is unavailable when the file cannot be written', async () => {
    const missing = join(folder, 'missing', 'copy.db')
    const error = await rejectionOf(storeCopy(chunks('abc'), missing, { bytes: 10 }, signal))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('fails as its source does', async () => {
    const broken = new Error('broken')
    async function* source() {
      yield Buffer.from('a')
      throw broken
    }
    expect(await rejectionOf(storeCopy(source(), path(), { bytes: 10 }, signal))).to.equal(broken)
  })

  it('stops with its caller', async () => {
    const stopping = new AbortController()
    async function* endless() {
      for (;;) {
        yield Buffer.from('a')
        stopping.abort()
        await new Promise(setImmediate)
      }
    }
    const error = await rejectionOf(storeCopy(endless(), path(), { bytes: 1000 }, stopping.signal))
    expect(error).to.include({ name: 'AbortError' })
  })
})
