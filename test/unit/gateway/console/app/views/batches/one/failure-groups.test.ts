import { expect } from 'chai'
import {
  countedCodes,
  distinctMessages,
  sampleRows,
} from '#gateway/console/app/views/batches/one/failure-groups.ts'

const row = (n: number, code: string | null) => ({ n, url: `http://a.example/${n}`, code })

describe('failures of a batch', () => {
  it('are ordered by their number, then by code', () => {
    expect(countedCodes({ TIMEOUT: 2, URL_UNREACHABLE: 5, INVALID_URL: 2 })).to.deep.equal([
      ['URL_UNREACHABLE', 5],
      ['INVALID_URL', 2],
      ['TIMEOUT', 2],
    ])
  })

  it('a few rows of each code are looked at, from the first to the last', () => {
    const rows = [...Array(10).keys()].map((n) => row(n, 'TIMEOUT'))
    const samples = sampleRows({ TIMEOUT: 10, INVALID_URL: 1 }, [
      row(20, 'INVALID_URL'),
      ...rows,
      row(30, null),
    ])
    expect(samples.get('TIMEOUT')?.map(({ n }) => n)).to.deep.equal([0, 3, 6, 9])
    expect(samples.get('INVALID_URL')?.map(({ n }) => n)).to.deep.equal([20])
  })

  it('no rows are looked at where none was found, or for the eleventh code', () => {
    const byCode = Object.fromEntries(
      [...Array(11).keys()].map((index) => [`CODE_${index + 10}`, 20 - index]),
    )
    const samples = sampleRows(byCode, [])
    expect(samples.get('CODE_10')).to.deep.equal([])
    expect(samples.has('CODE_20')).to.equal(false)
  })

  it('each message has one example', () => {
    const examples = ['Refused', 'Given up', 'Refused'].map((message, n) => ({ n, url: '', message }))
    expect(distinctMessages(examples).map(({ n }) => n)).to.deep.equal([0, 1])
  })
})
