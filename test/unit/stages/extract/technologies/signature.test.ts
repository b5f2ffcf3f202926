import { expect } from 'chai'
import { onCdns, packageFiles } from '#stages/extract/technologies/signature.ts'

/** URLs that the public CDNs document for a package. */
const published = [
  'cdn.jsdelivr.net/npm/lodash',
  'unpkg.com/lodash',
  'cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.21/lodash.min.js',
]

describe('files of published packages', () => {
  it('are found where jsDelivr, unpkg and cdnjs have them', () => {
    const fingerprints = onCdns('lodash', 'lodash.js')
    for (const address of published)
      expect(fingerprints.some((fingerprint) => address.includes(fingerprint))).to.equal(true)
  })

  it('are found on any host where the name is unmistakable', () => {
    const fingerprints = packageFiles('lodash')
    expect(fingerprints).to.include.members(['/lodash.js', '/lodash.min.js'])
    expect(fingerprints).to.include.members(onCdns('lodash'))
  })
})
