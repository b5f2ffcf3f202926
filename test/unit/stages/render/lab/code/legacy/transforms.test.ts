import { expect } from 'chai'
import { findTransforms } from '#stages/render/lab/code/legacy/transforms.ts'

const check = 'function n(e,t){if(!(e instanceof t))throw new TypeError("Cannot call a class as a function")}'
const oneClass = 'var A=function(){function A(){n(this,A)}return c(A,[{key:"log",value:function(){}}]),A}();'

describe('transforms', () => {
  it('are found by texts of their helpers, and grow with their uses', () => {
    const [one] = findTransforms(check + oneClass)
    const [three] = findTransforms(check + oneClass.repeat(3))
    expect(one?.name).to.equal('@babel/plugin-transform-classes')
    expect((three?.characters ?? 0) - (one?.characters ?? 0)).to.equal(2 * (40 + 22))
  })

  it('of generators count their states', () => {
    const names = (text: string) => findTransforms(text).map(({ name }) => name)
    const babel = 'throw Error("Generator is already running");for(;;)switch(e.prev=e.next){case 0:}'
    const typescript = 'throw new TypeError("Generator is already executing.");switch(e.label){case 0:}'
    expect(names(babel)).to.deep.equal(['@babel/plugin-transform-regenerator'])
    expect(names(typescript)).to.deep.equal(['TypeScript generators'])
    const added = (text: string, use: string) =>
      (findTransforms(text + use)[0]?.characters ?? 0) - (findTransforms(text)[0]?.characters ?? 0)
    expect(added(babel, 'for(;;)switch(t.n){}')).to.equal(80)
    expect(added(typescript, 'switch (t.label) {}')).to.equal(50)
  })

  it('of spreads count the calls', () => {
    const helper = 'throw new TypeError("Invalid attempt to spread non-iterable instance.\\n")'
    const [found] = findTransforms(`${helper};a.push.apply(void 0,t(b))`)
    expect(found?.name).to.equal('@babel/plugin-transform-spread')
    expect(found?.characters).to.equal(817)
  })

  it('are none in other code', () => {
    expect(findTransforms('switch(e.next){};a({key:"b",value:function(){}})')).to.deep.equal([])
  })
})
