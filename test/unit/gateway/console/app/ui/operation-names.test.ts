import { expect } from 'chai'
import { operationName, operationNames } from '#gateway/console/app/ui/operation-names.ts'
import { operations } from '#shared/errors.ts'

describe('names of operations', () => {
  it('has a name for each operation', () => {
    expect(Object.keys(operationNames)).to.have.members([...operations])
    expect(operationName('seo-audit')).to.equal('SEO audit')
  })

  it('has other words as they are', () => {
    expect(operationName('site-report')).to.equal('Site report')
    expect(operationName('constructor')).to.equal('Constructor')
  })
})
