import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type ResultFiles, resultFiles } from '#stages/batch/adapters/disk/result-files.ts'

describe('resultFiles', () => {
  let parent: string
  let files: ResultFiles
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'pageprobe-files-'))
    files = resultFiles(join(parent, 'new', 'folder'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  const text = () => readFileSync(files.pathOf('a'), 'utf8')

  it('writes where it is told, over what is there', () => {
    files.write('a', 0, Buffer.from('one\ntwo\n'))
    files.write('a', 4, Buffer.from('2\n'))
    files.write('a', 8, Buffer.from('three\n'))
    expect(text()).to.equal('one\n2\no\nthree\n')
    expect([files.length('a'), files.length('b')]).to.deep.equal([14, 0])
    expect(files.pathOf('a')).to.equal(join(parent, 'new', 'folder', 'a.ndjson'))
  })

  it('cuts a longer file at the length', () => {
    files.write('a', 0, Buffer.from('one\ntwo\nthr'))
    expect([files.cut('a', 8), text()]).to.deep.equal([8, 'one\ntwo\n'])
    expect([files.cut('a', 8), text()]).to.deep.equal([8, 'one\ntwo\n'])
  })

  it('leaves a file of this length as it is', () => {
    files.write('a', 0, Buffer.from('one\ntwo'))
    expect([files.cut('a', 7), text()]).to.deep.equal([7, 'one\ntwo'])
  })

  for (const [title, content, kept] of [
    ['an incomplete last line', 'one\ntw', 4],
    ['nothing behind a line break', 'one\ntwo\n', 8],
    ['all of one incomplete line', 'one', 0],
    ['a long incomplete line', `one\n${'x'.repeat(200_000)}`, 4],
    ['a line that begins with a block', `${'x'.repeat(65_535)}\n${'y'.repeat(65_536)}`, 65_536],
  ] as const) {
    it(`cuts off ${title} in a file that is too short`, () => {
      writeFileSync(files.pathOf('a'), content)
      expect(files.cut('a', 1_000_000)).to.equal(kept)
      expect(text()).to.equal(content.slice(0, kept))
    })
  }

  it('has length 0 for a missing file, cuts, syncs and removes it without error', async () => {
    expect(files.cut('none', 10)).to.equal(0)
    await files.sync('none')
    files.remove('none')
    files.write('a', 0, Buffer.from('one\n'))
    await files.sync('a')
    files.remove('a')
    expect(files.length('a')).to.equal(0)
  })
})
