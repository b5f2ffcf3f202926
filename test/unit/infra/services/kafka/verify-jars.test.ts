import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { verifyJars } from '#infra/services/kafka/verify-jars.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('verifyJars', () => {
  let folder: string
  let list: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-jars-'))
    list = `${folder}.sha512`
    const lines = ['a.jar', 'b c.jar'].map(
      (name) => `${createHash('sha512').update(name).digest('hex')}  ${name}\n`,
    )
    await writeFile(list, lines.join(''))
    for (const name of ['a.jar', 'b c.jar']) await writeFile(join(folder, name), name)
  })
  afterEach(async () => {
    await rm(folder, { recursive: true })
    await rm(list)
  })
  const reason = async () => ((await rejectionOf(verifyJars(folder, list))) as Error).message

  it('accepts exactly the files of the list', () => verifyJars(folder, list))

  it('names a file with another content, one that is missing, and one too many', async () => {
    await writeFile(join(folder, 'a.jar'), 'a.jar.')
    expect(await reason()).to.match(/: a\.jar$/)
    await rm(join(folder, 'b c.jar'))
    await writeFile(join(folder, 'c.jar'), '')
    expect(await reason()).to.match(/: a\.jar, b c\.jar, c\.jar$/)
  })

  it('has a list of Kafka and all that it needs', async () => {
    const message = ((await rejectionOf(verifyJars(folder))) as Error).message
    expect(message).to.include('kafka_2.13-4.1.1.jar').and.include('log4j-core-2.25.1.jar')
  })
})
