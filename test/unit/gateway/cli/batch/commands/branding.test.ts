import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readCommandLine } from '#gateway/cli/batch/command-line.ts'
import { brandingOptions, readBranding } from '#gateway/cli/batch/commands/branding.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const lineOf = (...args: string[]) =>
  readCommandLine(args, { texts: brandingOptions, positionalName: '', maxPositionals: 0 })

describe('readBranding', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'branding-'))
    await writeFile(join(folder, 'a.JPG'), Buffer.from([0xff, 0xd8]))
  })
  after(() => rm(folder, { recursive: true }))

  it('has the names that are given', async () => {
    expect(await readBranding(lineOf())(folder)).to.deep.equal({})
    expect(await readBranding(lineOf('--title', 'T', '--client', 'C'))(folder)).to.deep.equal({
      title: 'T',
      client: 'C',
    })
  })

  it('reads a logo from the folder of the caller as a data URI', async () => {
    // RFC 4648: the bytes ff d8 are /9g=.
    expect(await readBranding(lineOf('--logo', 'a.JPG'))(folder)).to.deep.equal({
      logo: 'data:image/jpeg;base64,/9g=',
    })
    expect(await rejectionOf(readBranding(lineOf('--logo', 'b.png'))(folder))).to.have.property(
      'name',
      'FileProblem',
    )
  })
})
