import { expect } from 'chai'
import { recallAnswer, rememberAnswer } from '#gateway/console/app/views/inspect/run/answers.ts'

const known = (json: string) => ({ answer: { json, result: {}, isCached: false, ms: 1 }, values: {} })

describe('answers in memory', () => {
  it('are the 20 latest', () => {
    for (let number = 1; number <= 21; number++) rememberAnswer(`place ${number}`, known(String(number)))
    expect(recallAnswer('place 1')).to.equal(null)
    expect(recallAnswer('place 2')?.answer.json).to.equal('2')
    rememberAnswer('place 2', known('again'))
    rememberAnswer('place 22', known('22'))
    expect(recallAnswer('place 3')).to.equal(null)
    expect(recallAnswer('place 2')?.answer.json).to.equal('again')
  })
})
