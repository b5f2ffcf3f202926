import { expect } from 'chai'
import { bodyName, intermediateObjects, valueName } from '#shared/messages/claim-check/object-names.ts'

describe('intermediate objects', () => {
  const body = bodyName('one')
  const [extracted, rendered] = [valueName('one:extracted'), valueName('one:rendered')]
  const naming = (object: string) => JSON.stringify({ page: { body: { object } } })

  it('are the body and values to which an event of the inspection refers', () => {
    expect(intermediateObjects('one', naming(body))).to.deep.equal([body])
    expect(intermediateObjects('one', naming(extracted))).to.deep.equal([body, extracted])
    expect(intermediateObjects('one', naming(rendered))).to.deep.equal([body, rendered])
  })

  it('are the body to which a value of version 1 refers', () => {
    expect(intermediateObjects('one', JSON.stringify({ material: { json: naming(body) } }))).to.deep.equal([
      body,
    ])
  })

  it('do not include inline values', () => {
    expect(intermediateObjects('one', JSON.stringify({ page: { body: { base64: 'PHA+' } } }))).to.deep.equal(
      [],
    )
  })

  it('do not include those of another inspection, or a result', () => {
    expect(intermediateObjects('two', naming(body))).to.deep.equal([])
    expect(intermediateObjects('one', naming(`bodies/${'0'.repeat(64)}.json`))).to.deep.equal([])
  })
})
