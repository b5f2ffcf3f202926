import { expect } from 'chai'
import { courseText, lastMove, linePoints } from '#gateway/console/app/views/sites/course/course.ts'

const points = (...scores: (number | null)[]) =>
  scores.map((score, index) => ({ batch: `${index}`, at: '2026-11-30T07:00:00Z', score }))

describe('course of a score', () => {
  it('is a line from left to right with 100 at the top', () => {
    expect(linePoints([0, 50, 100], 120, 32)).to.equal('0,32 60,16 120,0')
    expect(linePoints([25], 120, 32)).to.equal('0,24')
  })

  it('says how the score moved between the last two crawls that have one', () => {
    expect(lastMove(points(70, 74.55))).to.equal('up 4.5')
    expect(lastMove(points(90, null, 88))).to.equal('down 2')
    expect(lastMove(points(88, 88.01))).to.equal('unchanged')
    expect(lastMove(points(88))).to.equal(null)
    expect(lastMove(points(null))).to.equal(null)
  })

  it('is told in words: all of a few scores, the ends of many', () => {
    expect(courseText(points())).to.equal('No score yet')
    expect(courseText(points(null, 71.25))).to.equal('Score 71.3')
    expect(courseText(points(60, 70))).to.match(/^Score over 2 crawls since .*: 60, then 70$/)
    expect(courseText(points(10, 20, 30, 40, 50, 60))).to.match(/^Score over 6 crawls since .*: 10, then 60$/)
  })
})
