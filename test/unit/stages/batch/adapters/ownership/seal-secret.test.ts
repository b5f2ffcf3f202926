import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { openSealSecret } from '#stages/batch/adapters/ownership/seal-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'

describe('openSealSecret', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seal-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const open = async (set: (key: string, value: string) => Promise<void>) => {
    const seal = await openSealSecret(folder, { set }, silentLog)
    seal.close()
    return seal.secret
  }

  it('creates the secret once, unreadable for others, and stores it at each start', async () => {
    const stored: [string, string][] = []
    const set = async (key: string, value: string) => void stored.push([key, value])
    const secret = await open(set)
    expect(Buffer.from(secret, 'base64url')).to.have.length(32)
    expect((await stat(join(folder, 'seal-secret'))).mode & 0o777).to.equal(0o600)
    expect(await open(set)).to.equal(secret)
    expect(stored).to.deep.equal([
      [SEAL_SECRET_KEY, secret],
      [SEAL_SECRET_KEY, secret],
    ])
  })

  it('opens while the store is unavailable', async () => {
    expect(await open(() => Promise.reject(new Error('away')))).to.have.length(43)
  })
})
