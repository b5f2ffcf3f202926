import { dirname } from 'node:path'
import { expect } from 'chai'
import { sourceFiles } from '#test/support/source/source-files.ts'

/** About a dozen: what a reader sees at a glance. */
const MAX_ENTRIES = 14

/** Folders that are a list of one kind: their length says nothing about how hard they are to read. */
const lists: readonly { folder: RegExp; because: string }[] = [
  { folder: /^stages\/score\/audit\/rules\//, because: 'a file a rule' },
  { folder: /^stages\/score\/performance\/tips/, because: 'a file a tip' },
  { folder: /^stages\/extract\/technologies\/signatures/, because: 'a file a category of technologies' },
  { folder: /^stages\/score\/audit\/derived$/, because: 'a folder a subject' },
  { folder: /^shared$/, because: 'the rooms that gateway and stages share' },
]

/** Files and folders directly inside each folder of the product, by its path. */
function entriesOf(paths: readonly string[]): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let inner = path, outer = dirname(path); outer !== '.'; inner = outer, outer = dirname(outer)) {
      entries.set(outer, (entries.get(outer) ?? new Set()).add(inner))
    }
  }
  return entries
}

const isList = (folder: string) => lists.some((list) => list.folder.test(folder))

describe('folders of the product', () => {
  it(`have at most ${MAX_ENTRIES} entries, unless they are a list of one kind`, () => {
    const entries = entriesOf(sourceFiles(['gateway', 'stages', 'shared', 'infra']))
    const crowded = [...entries].filter(([folder, { size }]) => size > MAX_ENTRIES && !isList(folder))
    expect(crowded.map(([folder, { size }]) => `${folder}: ${size}`)).to.deep.equal([])
  })

  it('that are lists exist', () => {
    const folders = [...entriesOf(sourceFiles()).keys()]
    expect(lists.filter(({ folder }) => !folders.some((path) => folder.test(path)))).to.deep.equal([])
  })
})
