import { expect } from 'chai'
import { readConfig, WrongSettings } from '#shared/config/config.ts'
import { partitionCounts } from '#shared/config/partition-counts.ts'

describe('partitionCounts', () => {
  it('reads one number for all topics', () => {
    expect(partitionCounts('7')).to.deep.equal({ interactive: 7, batch: 7, result: 7, internal: 7 })
  })

  it('reads numbers of kinds beside that of the rest, in any order', () => {
    const expected = { interactive: 24, batch: 48, result: 12, internal: 12 }
    expect(partitionCounts('12,interactive=24,batch=48')).to.deep.equal(expected)
    expect(partitionCounts(' 12, batch=48 , result=12,interactive=24')).to.deep.equal(expected)
    expect(partitionCounts('12,internal=1').internal).to.equal(1)
  })

  for (const [text, wrong] of [
    ['', ''],
    ['0', '0'],
    ['1001', '1001'],
    ['many', 'many'],
    ['interactive=24', 'interactive=24'],
    ['12,', ''],
    ['12,24', '24'],
    ['12,calls=24', 'calls=24'],
    ['12,batch', 'batch'],
    ['12,batch=', 'batch='],
    ['12,batch=0', 'batch=0'],
    ['12,batch=1=2', 'batch=1=2'],
    ['12,batch=4,batch=5', 'batch=5'],
    ['12,toString=4', 'toString=4'],
  ] as const) {
    it(`refuses "${text}" and says what is wrong`, () => {
      expect(() => partitionCounts(text))
        .to.throw(`(wrong: "${wrong}")`)
        .with.property('message')
        .that.includes('from 1 to 1000')
        .and.includes('interactive=N, batch=N, result=N, internal=N')
    })
  }

  it('is how KAFKA_PARTITIONS is read', () => {
    const { KAFKA_PARTITIONS } = readConfig({ KAFKA_PARTITIONS: '3,result=5' })
    expect(KAFKA_PARTITIONS).to.deep.equal({ interactive: 3, batch: 3, result: 5, internal: 3 })
    expect(() => readConfig({ KAFKA_PARTITIONS: '3,x=5' })).to.throw(
      WrongSettings,
      'KAFKA_PARTITIONS must be',
    )
  })
})
