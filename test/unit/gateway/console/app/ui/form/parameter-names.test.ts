import { expect } from 'chai'
import { parameterName } from '#gateway/console/app/ui/form/parameter-names.ts'

describe('console: names of parameters', () => {
  it('are what people call them', () => {
    expect(['fullPage', 'max_links', 'device'].map(parameterName)).to.deep.equal([
      'Whole page',
      'Max. links',
      'Device',
    ])
  })

  it('are in words where they are not known', () => {
    expect(['someNewOption', 'other_one', 'a.innerName', 'constructor'].map(parameterName)).to.deep.equal([
      'Some new option',
      'Other one',
      'A inner name',
      'Constructor',
    ])
  })
})
