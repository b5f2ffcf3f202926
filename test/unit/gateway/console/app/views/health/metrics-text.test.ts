import { expect } from 'chai'
import { samplesOf } from '#gateway/console/app/views/health/metrics-text.ts'

const names = new Set(['a_total', 'b'])

describe('samplesOf', () => {
  it('reads values with and without labels and times', () => {
    const text =
      '# HELP a_total help\n# TYPE a_total counter\na_total{x="1",y="z"} 3\na_total 4.5e1 1700000000\nb -1\n'
    expect(samplesOf(text, names)).to.deep.equal([
      { name: 'a_total', labels: { x: '1', y: 'z' }, value: 3 },
      { name: 'a_total', labels: {}, value: 45 },
      { name: 'b', labels: {}, value: -1 },
    ])
  })

  it('reads escaped label values, also with braces', () => {
    expect(samplesOf(String.raw`b{x="a\"}b\\c\nd"} 1`, names)).to.deep.equal([
      { name: 'b', labels: { x: 'a"}b\\c\nd' }, value: 1 },
    ])
  })

  it('leaves out other names, broken lines and values that are no finite number', () => {
    expect(samplesOf('c 1\na_total_other 2\nb\nb one\nb{x="1" 2\nb NaN\nb +Inf\n\nb 7', names)).to.deep.equal(
      [{ name: 'b', labels: {}, value: 7 }],
    )
  })

  it('keeps no more than 1,000 samples, of the first two million characters', () => {
    expect(samplesOf('b 1\n'.repeat(5000), names).length).to.equal(1000)
    expect(samplesOf(`${'#'.repeat(2_000_000)}\nb 1`, names).length).to.equal(0)
  })
})
