import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { readConsoleFiles } from '#gateway/console/built-files.ts'

describe('the built files of the console', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-console-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const read = () => readConsoleFiles(pathToFileURL(`${folder}/`))

  it('are none before they are built', () => {
    expect(read()).to.equal(null)
  })

  it('are the page and its assets with their types', async () => {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<p>')
    await writeFile(join(folder, 'assets/a-1.js'), 'a')
    await writeFile(join(folder, 'assets/b-2.css'), 'b')
    await writeFile(join(folder, 'assets/c-3.webp'), 'c')
    const files = read()
    expect(files?.page.toString()).to.equal('<p>')
    expect(files?.files.map(({ name, type, body }) => [name, type, body.toString()])).to.have.deep.members([
      ['a-1.js', 'text/javascript; charset=utf-8', 'a'],
      ['b-2.css', 'text/css; charset=utf-8', 'b'],
      ['c-3.webp', 'image/webp', 'c'],
    ])
    const tag = files?.etag
    await writeFile(join(folder, 'index.html'), '<p>other')
    expect(read()?.etag).not.to.equal(tag)
  })
})
