import { expect } from 'chai'
import { readOptions } from '#infra/faults/options.ts'

const known = ['crash', 'outage', 'poison'].map((name) => ({ name, files: [`${name}.test.ts`] }))
const namesOf = (args: readonly string[]) => readOptions(args, known).rows.map(({ name }) => name)

describe('options of `npm run faults`', () => {
  it('are all rows and a file that git ignores, unless they say otherwise', () => {
    const expected = { isList: false, rows: known, json: '.cache/faults.json', isWritten: false }
    expect(readOptions([], known)).to.deep.equal(expected)
  })

  it('are the named rows, in the order of the table', () => {
    expect(namesOf(['poison', '--json', 'a.json', 'crash'])).to.deep.equal(['crash', 'poison'])
  })

  it('are refused with the list of rows when one is unknown', () => {
    expect(() => namesOf(['crash', 'crashs'])).to.throw(
      'unknown row: crashs; the rows are crash, outage, poison',
    )
  })

  it('are refused when a part of the rows would be written as the whole table', () => {
    expect(() => namesOf(['crash', '--write'])).to.throw('--write')
    expect(readOptions(['--write'], known).isWritten).to.equal(true)
  })

  it('are refused when they are unknown', () => {
    expect(() => namesOf(['--lst'])).to.throw('--lst')
  })
})
