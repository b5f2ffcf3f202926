import { expect } from 'chai'
import {
  stepDown,
  stepUp,
  zoomedWidth,
  zoomText,
} from '#gateway/console/app/views/inspect/results/snapshot/zoom.ts'

describe('zoom', () => {
  it('goes by steps and stops at both ends', () => {
    expect([stepUp(1), stepUp(4), stepDown(1), stepDown(0.1)]).to.deep.equal([1.5, 4, 0.75, 0.1])
  })

  it('starts from 50 % for a fitted picture', () => {
    expect([stepUp('fit'), stepDown('fit')]).to.deep.equal([0.75, 0.25])
  })

  it('is a width in CSS pixels', () => {
    expect([zoomedWidth('fit', 800), zoomedWidth(1.5, 375)]).to.deep.equal([undefined, '563px'])
    expect([zoomText('fit'), zoomText(0.25)]).to.deep.equal(['Fitted to the width', '25 %'])
  })
})
