import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import {
  openSharedSealSecret,
  type SharedSealSecret,
} from '#stages/batch/adapters/ownership/shared-seal-secret.ts'
import { eventually } from '#test/contract/eventually.ts'
import { silentLog } from '#test/support/silent-log.ts'

/** Longer than the time between two looks at the store. */
const LATER_MS = 10_000

describe('openSharedSealSecret', () => {
  let folder: string
  let stored: Map<string, string>
  let opened: SharedSealSecret[]
  let isAway: boolean
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seal-'))
    stored = new Map()
    opened = []
    isAway = false
    mock.timers.enable({ apis: ['setInterval'] })
  })
  afterEach(async () => {
    mock.timers.reset()
    for (const seal of opened) seal.close()
    await rm(folder, { recursive: true, force: true })
  })

  const store: Pick<KeyValues, 'claim'> = {
    async claim(key, value) {
      if (isAway) throw unavailable('store')
      if (!stored.has(key)) stored.set(key, value)
      return stored.get(key) as string
    },
  }
  async function open(part: string): Promise<SharedSealSecret> {
    await mkdir(join(folder, part), { recursive: true })
    opened.push(await openSharedSealSecret(join(folder, part), store, silentLog))
    return opened.at(-1) as SharedSealSecret
  }
  const fileOf = (part: string) => join(folder, part, 'seal-secret')

  it('is made by the first part, and taken over by the others, unreadable for other users', async () => {
    const [first, second] = [await open('a'), await open('b')]
    expect(Buffer.from(first.secret, 'base64url')).to.have.length(32)
    expect(second.secret).to.equal(first.secret)
    expect(stored.get(SEAL_SECRET_KEY)).to.equal(first.secret)
    for (const part of ['a', 'b']) {
      expect(await readFile(fileOf(part), 'utf8')).to.equal(first.secret)
      expect((await stat(fileOf(part))).mode & 0o777).to.equal(0o600)
    }
  })

  it('survives a loss of the store, also one that nobody notices', async () => {
    const { secret } = await open('a')
    stored.clear()
    expect((await open('a')).secret).to.equal(secret)
    stored.clear()
    mock.timers.tick(LATER_MS)
    await eventually(() => stored.get(SEAL_SECRET_KEY) === secret)
  })

  it('is taken over anew when another part has stored one after the loss of the store', async () => {
    const seal = await open('a')
    stored.set(SEAL_SECRET_KEY, 'of-another-part')
    mock.timers.tick(LATER_MS)
    await eventually(() => seal.secret === 'of-another-part')
    expect(await readFile(fileOf('a'), 'utf8')).to.equal('of-another-part')
  })

  it('waits while the store is unavailable at first, and keeps its secret while it is later', async () => {
    isAway = true
    let first: SharedSealSecret | null = null
    const opening = open('a').then((seal) => {
      first = seal
    })
    await new Promise(setImmediate)
    expect(first).to.equal(null)
    isAway = false
    await opening
    const { secret } = opened[0] as SharedSealSecret
    isAway = true
    mock.timers.tick(LATER_MS)
    await new Promise(setImmediate)
    expect(opened[0]?.secret).to.equal(secret)
  })

  it('stores nothing any more when it is closed', async () => {
    const seal = await open('a')
    seal.close()
    stored.clear()
    mock.timers.tick(LATER_MS)
    await new Promise(setImmediate)
    expect(stored.size).to.equal(0)
  })
})
