import { expect } from 'chai'
import { onCdns, packageFiles } from '#stages/extract/technologies/package-files.ts'

/** The addresses that the public CDNs document for a package. */
const published = [
  'cdn.jsdelivr.net/npm/lodash',
  'unpkg.com/lodash',
  'cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.21/lodash.min.js',
]

describe('files of published packages', () => {
  it('are found where jsDelivr, unpkg and cdnjs have them', () => {
    const traces = onCdns('lodash', 'lodash.js')
    for (const address of published) expect(traces.some((trace) => address.includes(trace))).to.equal(true)
  })

  it('are found on any host where the name is unmistakable', () => {
    const traces = packageFiles('lodash')
    expect(traces).to.include.members(['/lodash.js', '/lodash.min.js'])
    expect(traces).to.include.members(onCdns('lodash'))
  })
})
