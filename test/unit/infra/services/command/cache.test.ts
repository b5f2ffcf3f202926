import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { cacheFolder, fillOnce } from '#infra/services/command.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('cacheFolder', () => {
  it('is below XDG_CACHE_HOME where that is set', () => {
    const before = process.env.XDG_CACHE_HOME
    process.env.XDG_CACHE_HOME = '/somewhere'
    expect(cacheFolder('thing-1')).to.equal('/somewhere/pageprobe/thing-1')
    if (before === undefined) delete process.env.XDG_CACHE_HOME
    else process.env.XDG_CACHE_HOME = before
  })
})

describe('fillOnce', () => {
  let parent: string
  let folder: string

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pageprobe-cache-'))
    folder = join(parent, 'made', 'thing')
  })
  afterEach(() => rm(parent, { recursive: true }))

  const fillWith = (text: string) => (draft: string) => writeFile(join(draft, 'file'), text)

  it('fills the folder once', async () => {
    await fillOnce(folder, fillWith('first'))
    await fillOnce(folder, fillWith('second'))
    expect(await readFile(join(folder, 'file'), 'utf8')).to.equal('first')
  })

  it('leaves nothing behind when filling fails', async () => {
    const failing = fillOnce(folder, async (draft) => {
      await fillWith('half')(draft)
      throw new Error('on purpose')
    })
    expect(String(await rejectionOf(failing))).to.include('on purpose')
    expect(existsSync(folder)).to.equal(false)
    expect(await readdir(join(parent, 'made'))).to.deep.equal([])
  })

  it('keeps the result of the first of several concurrent calls', async () => {
    await Promise.all(['a', 'b', 'c'].map((text) => fillOnce(folder, fillWith(text))))
    expect(await readFile(join(folder, 'file'), 'utf8')).to.be.oneOf(['a', 'b', 'c'])
    expect(await readdir(join(parent, 'made'))).to.deep.equal(['thing'])
  })
})
