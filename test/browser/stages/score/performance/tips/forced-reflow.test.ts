import { expect } from 'chai'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { html, script } from '#test/site/lab-resources/pages.ts'
import { advising } from './advising.ts'

/** Each change of the width lays out all of them anew. */
const rows = Array.from({ length: 1500 }, (_, row) => `<p>Row ${row} of words that wrap</p>`).join('')
const page = (name: string) =>
  html(`<meta name="viewport" content="width=device-width">${rows}<script src="${name}"></script>`)
const CHANGES = 40

describe('tip forced-reflow', () => {
  const { advise, doesWithout } = advising({
    '/thrashing': page('/thrash.js'),
    '/thrash.js': script(`let height = 0
      for (let at = 0; at < ${CHANGES}; at++) {
        document.body.style.paddingLeft = at * 20 + 'px'
        height += document.body.offsetHeight
      }`),
    '/batched': page('/batch.js'),
    '/batch.js': script(`const heights = []
      for (let at = 0; at < ${CHANGES}; at++) heights.push(document.body.dataset.height)
      for (let at = 0; at < ${CHANGES}; at++) document.body.style.paddingLeft = at * 20 + 'px'`),
    '/once': html('<p>Words</p><script src="/once.js"></script>'),
    '/once.js': script(`document.body.style.paddingLeft = '20px'; document.body.offsetHeight`),
  })

  const workOf = ({ mainThread }: Measurement) => mainThread.reduce((sum, { ms }) => sum + ms, 0)

  it('names the script, and counts the time that it waited for layouts', async () => {
    const { tips, measurement } = await advise('/thrashing')
    expect(tips['forced-reflow'], JSON.stringify(measurement.missing)).to.match(
      /^Scripts forced style and layout \d+ times .*\/thrash\.js/,
    )
    const [reflow, ...others] = measurement.forcedReflows ?? []
    expect(others).to.deep.equal([])
    // The first change changes nothing.
    expect(reflow?.count).to.be.at.least(CHANGES - 1)
    expect(reflow?.ms).to.be.below(workOf(measurement))
  })

  it('is not given where the changes are batched', () => doesWithout('/batched', 'forced-reflow'))

  it('is not given for one small layout', () => doesWithout('/once', 'forced-reflow'))
})
