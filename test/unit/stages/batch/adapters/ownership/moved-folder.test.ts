import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { isMoved, markMoved, unmarkMoved } from '#stages/batch/adapters/ownership/moved-folder.ts'

describe('the mark of a folder whose frontier was followed by shards', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'moved-folder-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is there from the first time on until it is removed', () => {
    expect(isMoved(folder)).to.equal(false)
    unmarkMoved(folder)
    markMoved(folder)
    markMoved(folder)
    expect(isMoved(folder)).to.equal(true)
    unmarkMoved(folder)
    expect(isMoved(folder)).to.equal(false)
  })
})
