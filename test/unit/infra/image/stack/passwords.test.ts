import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { makePasswords } from '#infra/image/stack.ts'
import { partNames } from '#infra/process/parts.ts'
import { root } from '#test/support/sandbox.ts'

/** Each part has one password of each kind. */
const kinds = ['KAFKA_PASSWORD', 'REDIS_PASSWORD', 'S3_SECRET_KEY']

describe('passwords', () => {
  let own: string
  before(async () => {
    own = await mkdtemp(join(tmpdir(), 'passwords-'))
  })
  after(() => rm(own, { recursive: true }))

  it('are made once, for every name that Compose needs, readable by their owner only', async () => {
    const file = join(own, '.env')
    await makePasswords(file)
    const first = await readFile(file, 'utf8')
    const asked = [
      ...(await readFile(join(root, 'infra/compose.yaml'), 'utf8')).matchAll(/\$\{(\w+):\?/g),
    ].map(([, name]) => name)
    const made = first.trim().split('\n')
    expect(made.map((line) => line.split('=')[0])).to.have.members([...new Set(asked)])
    expect(new Set(made.map((line) => line.split('=')[1])).size).to.equal(made.length)
    expect((await stat(file)).mode & 0o777).to.equal(0o600)
    await makePasswords(file)
    expect(await readFile(file, 'utf8')).to.equal(first)
  })

  it('are added to an existing file, whose passwords stay', async () => {
    const file = join(own, 'older')
    await writeFile(file, 'LOG_LEVEL=warn\nMINIO_ROOT_PASSWORD=kept')
    await makePasswords(file)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(lines.slice(0, 2)).to.deep.equal(['LOG_LEVEL=warn', 'MINIO_ROOT_PASSWORD=kept'])
    // Two that were there; PARTS_SECRET, Kafka's administrator, PostgreSQL's, and the batch part's role there.
    expect(lines.length).to.equal(2 + 4 + partNames.length * kinds.length)
  })
})
